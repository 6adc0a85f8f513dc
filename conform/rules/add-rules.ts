import { emptyFields } from "../../catalogue/coffee.ts";
import {
  expectFields,
  expectHeader,
  expectMembers,
  expectShownFields,
  expectStatus,
  expectSuccess,
} from "../expectations.ts";
import type { Rule } from "../rule.ts";
import { insertedIdOf } from "../visitor.ts";

/** What `POST /coffee` must do. */
export const addRules: readonly Rule[] = [
  {
    id: "add-acknowledged",
    level: "specification",
    source: "specification §4",
    title: "POST /coffee answers acknowledged: true",
    async check(visitor) {
      const reply = await visitor.post(visitor.fields());
      expectSuccess(reply);
      expectMembers(reply, { acknowledged: true });
    },
  },
  {
    id: "add-inserted-id",
    level: "specification",
    source: "specification §4",
    title: "POST /coffee answers an insertedId, under which the coffee can then be read",
    async check(visitor) {
      const fields = visitor.fields();
      const reply = await visitor.post(fields);
      const one = await visitor.find(insertedIdOf(reply));
      expectSuccess(one);
      expectShownFields(one, one.json, fields);
    },
  },
  {
    id: "add-empty",
    level: "specification",
    source: "specification §5",
    title: "No field is required: a coffee with eight empty fields is kept",
    async check(visitor) {
      // Adds a marked coffee first. If the server returns no ids, this fails, and no empty coffee is left that could
      // not be deleted.
      await visitor.add();
      const { id, fields } = await visitor.add(emptyFields);
      const reply = await visitor.find(id);
      expectShownFields(reply, reply.json, fields);
    },
  },
  {
    id: "add-free-text",
    level: "specification",
    source: "specification §5",
    title: "Text has no format: other scripts, signs of markup, and a photo that is no address come back",
    async check(visitor) {
      const texts = { chef: "মেহজাবীন 🫘", details: `<b>"Salt" & 'sugar'</b> \\ {}`, photo: "no photo yet" };
      const { id, fields } = await visitor.add(texts);
      const reply = await visitor.find(id);
      expectShownFields(reply, reply.json, fields);
    },
  },
  {
    id: "price-shown",
    level: "specification",
    source: "specification §3",
    title: "A price comes back as the amount that was sent: 250 is 250, and 99.5 is 99.5",
    async check(visitor) {
      for (const price of ["250", "99.5"]) {
        const { id } = await visitor.add({ price });
        const reply = await visitor.find(id);
        expectShownFields(reply, reply.json, { price });
      }
    },
  },
  {
    id: "add-created",
    level: "extra",
    source: "contract: POST",
    title: "POST /coffee is 201, and its Location leads to the coffee",
    async check(visitor) {
      const reply = await visitor.post(visitor.fields());
      expectStatus(reply, 201);
      const path = `/coffee/${insertedIdOf(reply)}`;
      expectHeader(reply, "location", `the address ${path}`, (location) => location.endsWith(path));
    },
  },
  {
    id: "add-assigns-id",
    level: "extra",
    source: "contract: POST",
    title: "The server alone assigns ids: a body with an _id is 400",
    risk: "a coffee with an _id of its own",
    async check(visitor) {
      // An id that was used before, so that it cannot be another coffee's.
      const { id } = await visitor.add();
      expectSuccess(await visitor.remove(id));
      expectStatus(await visitor.post({ _id: id, ...visitor.fields() }), 400);
    },
  },
  {
    id: "add-missing-fields",
    level: "extra",
    source: "contract: fields",
    title: 'A field that is not sent is ""',
    risk: "a coffee that lacks fields",
    async check(visitor) {
      const { name } = visitor.fields();
      const reply = await visitor.post({ name });
      expectSuccess(reply);
      const one = await visitor.find(insertedIdOf(reply));
      expectFields(one, one.json, { ...emptyFields, name });
    },
  },
];
