import { addMutants } from "./add-mutants.ts";
import { deleteMutants } from "./delete-mutants.ts";
import { httpMutants } from "./http-mutants.ts";
import { idMutants } from "./id-mutants.ts";
import { listMutants } from "./list-mutants.ts";
import type { Mutant } from "./open-mutant.ts";
import { refusalMutants } from "./refusal-mutants.ts";
import { replaceMutants } from "./replace-mutants.ts";
import { shopMutants } from "./shop-mutants.ts";
import { tagMutants } from "./tag-mutants.ts";
import { valueMutants } from "./value-mutants.ts";

/** Servers with one mistake each, a mistake or more for every rule. */
export const mutants: readonly Mutant[] = [
  ...listMutants,
  ...idMutants,
  ...addMutants,
  ...replaceMutants,
  ...deleteMutants,
  ...valueMutants,
  ...tagMutants,
  ...httpMutants,
  ...shopMutants,
  ...refusalMutants,
];
