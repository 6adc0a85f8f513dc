import { emptyFields } from "../../catalogue/coffee.ts";
import {
  expectFields,
  expectHeader,
  expectMembers,
  expectShownFields,
  expectStatus,
  expectSuccess,
} from "../expectations.ts";
import type { Rules } from "../rule.ts";
import { insertedIdOf } from "../visitor.ts";

/** What `POST /coffee` must do. */
export const addRules: Rules = {
  "add-acknowledged": {
    source: "specification §4",
    title: "POST /coffee answers acknowledged: true",
    async check(visitor) {
      const reply = await visitor.post(visitor.fields());
      expectSuccess(reply);
      expectMembers(reply, { acknowledged: true });
    },
  },
  "add-inserted-id": {
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
  "add-empty": {
    source: "specification §5",
    title: "No field is required: a coffee with eight empty fields is kept",
    async check(visitor) {
      // Adds a marked coffee first. If the server returns no ids, this fails, and no empty coffee is left that could
      // not be deleted.
      await visitor.add();
      const { id, fields } = await visitor.add(emptyFields);
      await visitor.expectStored(id, fields);
    },
  },
  "add-free-text": {
    source: "specification §5",
    title: "Any text comes back: other scripts, markup, and a photo that is not an address",
    async check(visitor) {
      const texts = { chef: "মেহজাবীন 🫘", details: `<b>"Salt" & 'sugar'</b> \\ {}`, photo: "no photo yet" };
      const { id, fields } = await visitor.add(texts);
      await visitor.expectStored(id, fields);
    },
  },
  "price-shown": {
    source: "specification §3",
    title: "A price comes back as the amount that was sent: 250 is 250, and 99.5 is 99.5",
    async check(visitor) {
      for (const price of ["250", "99.5"]) {
        const { id } = await visitor.add({ price });
        await visitor.expectStored(id, { price });
      }
    },
  },
  "add-created": {
    source: "contract: POST",
    title: "POST /coffee is 201, and its Location leads to the coffee",
    async check(visitor) {
      const reply = await visitor.post(visitor.fields());
      expectStatus(reply, 201);
      const path = `/coffee/${insertedIdOf(reply)}`;
      expectHeader(reply, "location", `the address ${path}`, (location) => location.endsWith(path));
    },
  },
  "add-assigns-id": {
    source: "contract: POST",
    title: "The server alone assigns ids: a body with an _id is 400",
    risk: "a coffee with an _id of its own",
    async check(visitor) {
      // An id that was used before, so that it cannot be another coffee's.
      const id = await visitor.addAndRemove();
      expectStatus(await visitor.post({ _id: id, ...visitor.fields() }), 400);
    },
  },
  "add-missing-fields": {
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
};
