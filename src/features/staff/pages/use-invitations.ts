import { listInvitations } from "#features/invitations/contract.ts";
import { call } from "#web/call.ts";
import { readAgain, usePersonal } from "#web/session/session.ts";

const NAME = ["invitations"];

/** The invitations that are open. */
export const useInvitations = () => usePersonal(NAME, async () => (await call(listInvitations, undefined)).data);

export const readInvitationsAgain = () => readAgain(NAME);
