import { Suspense, useState, type ReactNode } from "react";
import { formatTime } from "#shared/time.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/panel.tsx";
import { toast } from "#ui/toast/toast.ts";
import { call } from "#web/call.ts";
import { refusedField } from "#web/forms/form-refusal.ts";
import { lazy } from "#web/loading/lazy.ts";
import { readAgain } from "#web/session/session.ts";
import { useFace } from "#web/use-face.ts";
import { t } from "#words/t.ts";
import { removeConnection, type Connection, type Service } from "../../connections/contract.ts";

const PasswordDialog = lazy(() => import("#features/account/pages/password-dialog.tsx"));

interface ConnectionPanelProps<Keys extends object> {
  service: Service;
  title: string;
  lead: string;
  about: Connection;
  /** What happens without keys, where there is a stand-in. */
  practice: string;
  /** What the fields are before something is typed. */
  empty: Keys;
  save: (keys: Keys, ownPassword: string) => Promise<{ message: string }>;
  children: (form: KeysForm<Keys>) => ReactNode;
}

/** The fields of a set of keys. */
interface KeysForm<Keys> {
  values: Keys;
  set: (values: Partial<Keys>) => void;
  /** The props of a field for a text. */
  text: (name: keyof Keys & string) => {
    name: string;
    value: string;
    error: string | undefined;
    onChange: (event: { target: { value: string } }) => void;
  };
}

/** The keys of one service: whether there are any, and a form for others. They are never shown again. */
export function ConnectionPanel<Keys extends object>({
  service,
  title,
  lead,
  about,
  practice,
  empty,
  save,
  children,
}: ConnectionPanelProps<Keys>) {
  const [values, setValues] = useState(empty);
  const [wrong, setWrong] = useState<{ name: string; words: string }>();
  const [asks, setAsks] = useState<"save" | "delete">();
  const close = () => setAsks(undefined);
  const set = (changed: Partial<Keys>) => setValues((now) => ({ ...now, ...changed }));

  const run = async (ownPassword: string): Promise<string> => {
    setWrong(undefined);
    try {
      const { message } = await (asks === "delete"
        ? call(removeConnection, { ownPassword }, { params: { service } })
        : save(values, ownPassword));
      setValues(empty);
      await readAgain(["connections"]);
      void readAgain(["history", "settings"]);
      return message;
    } catch (error) {
      const { field: name, words } = refusedField(error);
      // A wrong password is the admin's own.
      if (name === "password" || !(name in values)) throw error;
      toast.error(words);
      setWrong({ name, words });
      return "";
    }
  };

  return (
    <Panel title={title} lead={lead}>
      <Standing about={about} practice={practice} />
      {about.state !== "environment" && (
        <form
          noValidate
          autoComplete="off"
          className="mt-5 flex flex-col gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            setAsks("save");
          }}
        >
          {children({
            values,
            set,
            text: (name) => ({
              name,
              value: String(values[name]),
              error: wrong?.name === name ? wrong.words : undefined,
              onChange: ({ target }) => set({ [name]: target.value } as Partial<Keys>), // texts stay texts
            }),
          })}
          <div className="flex flex-wrap gap-2.5">
            <Button type="submit" disabled={JSON.stringify(values) === JSON.stringify(empty)} className="max-sm:w-full sm:px-10">
              {about.state === "unset" ? t("Save") : t("Replace")}
            </Button>
            {about.state !== "unset" && (
              <Button kind="quiet" onClick={() => setAsks("delete")} className="max-sm:w-full">
                {t("Delete")}
              </Button>
            )}
          </div>
        </form>
      )}
      <Suspense fallback={null}>
        {asks === "save" && (
          <PasswordDialog
            title={t("Save these settings for {title}?", { title })}
            confirm={t("Save")}
            onConfirm={run}
            onDone={close}
            onClose={close}
          />
        )}
        {asks === "delete" && (
          <PasswordDialog
            title={t("Delete these settings for {title}?", { title })}
            lead={service === "mail" ? t("Emails will stay in this server's outbox.") : t("Payments in progress can no longer finish.")}
            confirm={t("Delete")}
            danger
            onConfirm={run}
            onDone={close}
            onClose={close}
          />
        )}
      </Suspense>
    </Panel>
  );
}

/** Where the keys in use come from. */
function Standing({ about, practice }: { about: Connection; practice: string }) {
  const { state, setBy = "", changedAt, hint } = about;
  const { timeZone } = useFace();
  const when = changedAt ? t("saved {time}", { time: formatTime(changedAt, timeZone) }) : "";
  const badge = {
    unset: <Badge tone="grey">{about.practice ? t("Test mode") : t("Not set")}</Badge>,
    stored: <Badge tone="green">{t("In use")}</Badge>,
    environment: <Badge tone="green">{t("In use")}</Badge>,
    unreadable: <Badge tone="red">{t("Can't be read")}</Badge>,
  }[state];
  const words = {
    unset: about.practice ? practice : "",
    stored: [hint, when].filter(Boolean).join(", "),
    environment: t("Set by {setBy} on the server, so it can't be changed here.", { setBy }),
    unreadable: t(
      "These keys, {when}, were encrypted on a server with another SETTINGS_KEY. Enter them again, or give all servers the same one.",
      { when },
    ),
  }[state];
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-2">
      {badge}
      {words}
    </p>
  );
}
