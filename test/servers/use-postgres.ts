import { inject } from "vitest";

// The shops of these tests are opened there.
process.env["DATABASE_URL"] = inject("databaseUrl");
