// The tasks that a person works through: all of a set, in an order that the person's name and a seed
// give, so that it is the same every time.

import { hash } from "../../label/session";
import { address, get } from "../api";
import type { Query } from "../api";
import type { TaskPage, TaskRow } from "../types";

const PAGE = 200;

/** However many they are: the order, and what is left to do, are known only of all of them. */
export async function allTasks(set: Query): Promise<TaskRow[]> {
  const rows: TaskRow[] = [];
  let after: string | null = "";
  while (after !== null) {
    const page: TaskPage = await get<TaskPage>(
      address(["tasks"], { ...set, limit: PAGE, after: after === "" ? undefined : after }),
    );
    rows.push(...page.rows);
    after = page.next;
  }
  return rows;
}

export function shuffled(rows: TaskRow[], person: string, seed: string): TaskRow[] {
  return rows
    .map((row) => ({ row, lot: hash(`${seed}\n${person}\n${row.id}`) }))
    .sort((x, y) => x.lot - y.lot || (x.row.id < y.row.id ? -1 : 1))
    .map(({ row }) => row);
}
