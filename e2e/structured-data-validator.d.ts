/** The part of the validator that the tests use. */
declare module "@adobe/structured-data-validator" {
  type Issue = Readonly<{ issueMessage: string; severity: "ERROR" | "WARNING" }>;
  export default class Validator {
    constructor(vocabulary: { "@graph": readonly object[] });
    validate(found: { jsonld: Record<string, readonly object[]> }): Promise<readonly Issue[]>;
  }
}
