import { Loaded } from "#ui/panel.tsx";
import { call } from "#web/call.ts";
import { usePersonal } from "#web/session/session.ts";
import { listConnections } from "../../connections/contract.ts";
import { CulqiForm, MailForm, PayPalForm } from "./connection-forms.tsx";

/** The keys of the payment providers, and the mail server. */
export function ConnectionsGroup() {
  const connections = usePersonal(["connections"], async () => (await call(listConnections, undefined)).data);
  return (
    <Loaded query={connections}>
      {({ paypal, culqi, mail }) => (
        <div className="flex flex-col gap-5">
          <PayPalForm about={paypal} />
          <CulqiForm about={culqi} />
          <MailForm about={mail} />
        </div>
      )}
    </Loaded>
  );
}
