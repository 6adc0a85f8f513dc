import { expectShownFields, expectThat, showReply, showValue } from "../expectations.ts";
import type { Rules } from "../rule.ts";

/** What the client of docs/client.md needs. */
export const clientRules: Rules = {
  "client-calls": {
    source: "specification §7",
    title: "The client niceties/client can add, find, list, replace and remove a coffee, from the replies alone",
    async check(visitor) {
      const fields = visitor.fields();
      const { value: added, reply } = await visitor.withClient((client) => client.add(fields));
      const { acknowledged, insertedId: id } = added;
      expectThat(acknowledged && id !== undefined, reply, "acknowledged: true, and an insertedId", showReply(reply));
      const found = await visitor.withClient((client) => client.find(id));
      expectShownFields(found.reply, found.value.coffee, fields);
      const list = await visitor.withClient((client) => client.list());
      const listed = list.value.find(({ _id }) => _id === id);
      expectThat(listed !== undefined, list.reply, `a coffee with the _id ${showValue(id)}`, showReply(list.reply));
      expectShownFields(list.reply, listed, fields);
      const replaced = await visitor.withClient((client) => client.replace({ ...listed, taste: "smoky" }));
      expectThat(replaced.value.modifiedCount > 0, replaced.reply, "a modifiedCount", showReply(replaced.reply));
      await visitor.withClient((client) => client.remove(id));
    },
  },
};
