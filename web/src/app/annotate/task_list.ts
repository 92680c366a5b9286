// The tasks that a person works through: all of a set or a batch of them, in an order that the person's name and a seed
// give, so that it is the same every time.

import { hash } from "../../label/session";
import { address, get } from "../api";
import type { Query } from "../api";
import type { TaskPage, TaskRow } from "../types";

const PAGE = 200;

export interface TaskList {
  rows: TaskRow[];
  /** The batch of person 1, 2, ...; null: everybody has all tasks. */
  deal: string[] | null;
}

/** However many they are: the order, and what is left to do, are known only of all of them. */
export async function allTasks(set: Query): Promise<TaskList> {
  const rows: TaskRow[] = [];
  let deal: string[] | null = null;
  let after: string | null = "";
  while (after !== null) {
    const page: TaskPage = await get<TaskPage>(
      address(["tasks"], { ...set, limit: PAGE, after: after === "" ? undefined : after }),
    );
    rows.push(...page.rows);
    deal ??= page.deal ?? null;
    after = page.next;
  }
  return { rows, deal };
}

/** The tasks of the person who was given a number, from 1. */
export function dealt({ rows, deal }: TaskList, number: number): TaskRow[] {
  if (deal === null) return rows;
  const batch = deal[(number - 1) % deal.length];
  return rows.filter((row) => row.batch === batch);
}

export function shuffled(rows: TaskRow[], person: string, seed: string): TaskRow[] {
  return rows
    .map((row) => ({ row, lot: hash(`${seed}\n${person}\n${row.id}`) }))
    .sort((x, y) => x.lot - y.lot || (x.row.id < y.row.id ? -1 : 1))
    .map(({ row }) => row);
}
