import type { Database, Db, Transaction } from "#server/db/connect.ts";
import { isDuplicate } from "#server/db/sql-state.ts";
import { aboutField } from "#server/http/check-messages.ts";
import { refuse } from "#server/http/errors.ts";
import { newId } from "#server/new-id.ts";
import { t } from "#words/t.ts";
import { noteChange } from "../../audit/note-change.ts";
import { SYNONYMS } from "./current-synonyms.ts";
import { MOST_SYNONYMS, readRule, ruleKey, writeRule, type SynonymRule } from "./rules.ts";
import * as store from "./store.ts";

/** Reads a rule. @throws Refusal 400 that names the field */
export function ruleOf(written: string): SynonymRule {
  const read = readRule(written);
  if (!read.ok) throw refuse.badInput(aboutField("rule", read.reason), "rule");
  return read.rule;
}

/** Adds a synonym. It applies to the next search in every process. */
export function addSynonym(database: Database, byId: string, written: string): Promise<store.StoredSynonym> {
  const synonym = { id: newId(), ...ruleOf(written) };
  return changing(database, async ({ tx, withCommit }) => {
    await refuseTooMany(tx);
    withCommit(save(tx, synonym), note(tx, byId, "added", synonym, undefined, synonym));
    return synonym;
  });
}

export function changeSynonym(database: Database, byId: string, id: string, written: string): Promise<store.StoredSynonym> {
  const synonym = { id, ...ruleOf(written) };
  return changing(database, async ({ tx, withCommit }) => {
    const was = await store.lockSynonym(tx, id);
    if (!was) throw refuse.notFound(t("Synonym not found"));
    withCommit(save(tx, synonym));
    if (writeRule(was) !== writeRule(synonym)) withCommit(note(tx, byId, "changed", synonym, was, synonym));
    return synonym;
  });
}

export function deleteSynonym(database: Database, byId: string, id: string): Promise<void> {
  return changing(database, async ({ tx, withCommit }) => {
    const was = await store.lockSynonym(tx, id);
    if (!was) throw refuse.notFound(t("Synonym not found"));
    withCommit(store.markDeleted(tx, id), note(tx, byId, "deleted", was, was, undefined));
  });
}

export function restoreSynonym(database: Database, byId: string, id: string): Promise<store.StoredSynonym> {
  return changing(database, async ({ tx, withCommit }) => {
    const [was] = await Promise.all([store.lockSynonym(tx, id, "deleted"), refuseTooMany(tx)]);
    if (!was) throw refuse.notFound(t("Synonym not found"));
    withCommit(save(tx, was), note(tx, byId, "restored", was, undefined, was));
    return was;
  });
}

async function changing<T>(database: Database, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  try {
    return await database.transact((transaction) => {
      transaction.invalidate(SYNONYMS);
      return work(transaction);
    });
  } catch (error) {
    if (isDuplicate(error)) throw refuse.badInput(t("rule already exists"), "rule");
    throw error;
  }
}

const save = (tx: Db, synonym: store.StoredSynonym) => store.saveSynonym(tx, { ...synonym, key: ruleKey(synonym) });

async function refuseTooMany(tx: Db): Promise<void> {
  if ((await store.countSynonyms(tx)) >= MOST_SYNONYMS) {
    throw refuse.badInput(t("rule can't be added: a shop can have {MOST_SYNONYMS} synonyms", { MOST_SYNONYMS }), "rule");
  }
}

function note(tx: Db, byId: string, action: string, { id, ...rule }: store.StoredSynonym, was?: SynonymRule, becomes?: SynonymRule) {
  return noteChange(tx, byId, {
    kind: "synonym" as const,
    thingId: id,
    thingName: writeRule(rule).slice(0, 200),
    action,
    before: was ? { rule: writeRule(was) } : {},
    after: becomes ? { rule: writeRule(becomes) } : {},
  });
}
