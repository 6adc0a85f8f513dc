import { inject } from "vitest";

// The shops of these tests open in this database.
process.env["DATABASE_URL"] = inject("databaseUrl");
