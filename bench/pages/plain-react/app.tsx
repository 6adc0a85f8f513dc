// A storefront as a good developer writes it in a day: React with useState, the list fetched once, the page chosen by
// the address, and a coffee loaded by its id before its page shows.
import { useCallback, useEffect, useState } from "react";
import { emptyFields, type Coffee, type CoffeeFields } from "../../../catalogue/coffee.ts";
import { formPages } from "../words.ts";
import { CoffeeForm } from "./coffee-form.tsx";
import { Details } from "./details.tsx";
import { Home } from "./home.tsx";
import { Frame } from "./frame.tsx";
import { firstList, productServer } from "./product-server.ts";

export function App() {
  const [path, setPath] = useState(location.pathname);
  const [coffees, setCoffees] = useState<readonly Coffee[]>();
  const [coffee, setCoffee] = useState<Coffee>();
  const [problem, setProblem] = useState("");
  const tell = useCallback(
    (error: unknown) => setProblem(error instanceof Error ? error.message : "That did not work."),
    [],
  );

  const show = useCallback(async (to: string) => {
    const [, , id] = to.split("/");
    if (id) setCoffee(await productServer.find(id));
    setPath(to);
  }, []);

  useEffect(() => {
    firstList.then(setCoffees, tell);
    const follow = () => void show(location.pathname).catch(tell);
    follow();
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, [show, tell]);

  const go = useCallback(
    (to: string) => {
      const arrive = () => {
        history.pushState(null, "", to);
        scrollTo(0, 0);
      };
      show(to).then(arrive, tell);
    },
    [show, tell],
  );
  const remove = useCallback(
    (id: string) => {
      productServer.remove(id).then(() => setCoffees((list) => list?.filter(({ _id }) => _id !== id)), tell);
    },
    [tell],
  );
  const add = async (fields: CoffeeFields) => {
    const { insertedId } = await productServer.add(fields);
    setCoffees((list) => [...(list ?? []), { ...fields, _id: insertedId }]);
    go("/");
  };
  const replace = async (id: string, fields: CoffeeFields) => {
    await productServer.replace(id, fields);
    setCoffees((list) => list?.map((each) => (each._id === id ? { ...fields, _id: id } : each)));
    go("/");
  };

  const [, page, id = ""] = path.split("/");
  return (
    <Frame go={go}>
      {problem && <p role="alert">{problem}</p>}
      {path === "/" && <Home coffees={coffees} go={go} remove={remove} />}
      {page === "coffee-details" && coffee && <Details coffee={coffee} go={go} />}
      {page === "update-coffee" && coffee && (
        <CoffeeForm
          page={formPages.update}
          start={coffee}
          go={go}
          submit={(fields) => void replace(id, fields).catch(tell)}
        />
      )}
      {page === "add-new-coffee" && (
        <CoffeeForm
          page={formPages.add}
          start={emptyFields}
          go={go}
          submit={(fields) => void add(fields).catch(tell)}
        />
      )}
    </Frame>
  );
}
