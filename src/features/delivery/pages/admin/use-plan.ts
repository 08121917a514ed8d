import { useRevalidator } from "react-router";
import { toast } from "#ui/toast/toast.ts";
import { call, CallError, messageOf } from "#web/call.ts";
import { readAgain, usePersonal } from "#web/session/session.ts";
import { changePlan, readPlan, type PlanFields } from "../../contract.ts";

const NAME = ["delivery-plan"];

/** How the shop delivers, for admins. */
export const usePlan = () => usePersonal(NAME, async () => (await call(readPlan, undefined)).data);

/** Saves a change of the plan that was read with this version. Returns why it was not saved; empty if it was. */
export function useSavePlan(version: number): (plan: PlanFields, done?: string) => Promise<string> {
  const { revalidate } = useRevalidator();
  return async (plan, done) => {
    try {
      const { message } = await call(changePlan, { plan, version });
      await readAgain(NAME);
      void readAgain(["history", "delivery"]);
      toast.success(done ?? message);
      // Every page says whether delivery is on.
      void revalidate();
      return "";
    } catch (error) {
      if (error instanceof CallError && error.status === 409) await readAgain(NAME);
      return messageOf(error);
    }
  };
}
