/* Examples of requests and replies for the API's description, all about one coffee. */

export const coffeeExample = {
  _id: "6b016fec8c29b7d584e6fae9",
  name: "Ristretto",
  chef: "Nusrat Jahan",
  supplier: "Three Ridges Estate",
  taste: "Dark caramel",
  category: "Espresso",
  details: "A short shot, for people in a hurry.",
  photo: "https://pictures.example/ristretto.jpg",
  price: "190",
};
const { _id, ...fields } = coffeeExample;
export const visitorExample = "273767c0a1b2";
export const hashExample = "6a8a1c7fb2c3fb86ad0a7f1bbcda2b1bd7a3bd4b3f3a5a7a6a3c3bc3f5b8f0d1";
export const pictureExample = `${hashExample}-1600x1200-c8a27f.jpg`;

/** Examples by the names of their schemas. */
export const examples = {
  Coffee: coffeeExample,
  AddedCoffee: fields,
  ReplacedCoffee: coffeeExample,
  AddReply: { acknowledged: true, insertedId: _id },
  ReplaceReply: { acknowledged: true, matchedCount: 1, modifiedCount: 1, upsertedCount: 0, upsertedId: null },
  RemoveReply: { acknowledged: true, deletedCount: 1 },
  ChangesReply: {
    changes: [
      {
        number: 16,
        time: "2026-11-21T22:04:31.208Z",
        action: "remove",
        coffeeId: _id,
        before: fields,
        after: null,
        visitor: visitorExample,
        undoes: null,
        hash: hashExample,
        isUndone: false,
      },
    ],
    hasMore: true,
  },
  UndoReply: {
    acknowledged: true,
    undoneCount: 1,
    coffeeId: _id,
    coffee: coffeeExample,
    nextId: null,
    keptFields: [],
  },
  UndoPreview: {
    visitor: visitorExample,
    changes: [16],
    hasMore: false,
    coffees: [{ coffeeId: _id, name: "Ristretto", isThere: false, willBeThere: true, takenBack: [16], kept: [] }],
  },
  PhotoReply: {
    acknowledged: true,
    photo: `/-/photos/${pictureExample}`,
    width: 1600,
    height: 1200,
    colour: "c8a27f",
  },
  VisitorUndoReply: { acknowledged: true, undoneCount: 1, changes: [17], hasMore: false },
} as const;
export const streamExample = `retry: 3127\n\nid: 16\nevent: begin\ndata: {"number":16}\n\nid: 17\ndata: {"number":17,"action":"remove","coffeeId":"${_id}"}\n\n`;
