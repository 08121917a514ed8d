import { Suspense, useState } from "react";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { History } from "#features/audit/pages/history.tsx";
import { Badge } from "#ui/badge.tsx";
import { formatDollars } from "#shared/money.ts";
import { Button } from "#ui/button.tsx";
import { Loaded, Panel } from "#ui/panel.tsx";
import { toast } from "#ui/toast/toast.ts";
import { lazy } from "#web/loading/lazy.ts";
import { privateMeta } from "#web/meta/page-meta.ts";
import { t } from "#words/t.ts";
import type { PlanFields, ZoneFields } from "../../contract.ts";
import { ExceptionsPanel } from "./exceptions-panel.tsx";
import { feeInWords } from "../words.ts";
import { timesInWords } from "./timetable-words.ts";
import { usePlan, useSavePlan } from "./use-plan.ts";

const ZoneDialog = lazy(() => import("./zone-dialog.tsx"));
const PickupDialog = lazy(() => import("./pickup-dialog.tsx"));
const ConfirmDialog = lazy(() => import("#ui/dialogs/confirm-dialog.tsx"));

export const meta = privateMeta(t("Delivery [page]"));

/** Where, when and for how much the shop delivers. */
export default function DeliveryPage() {
  const plan = usePlan();
  return (
    <div className="max-w-3xl">
      <h1 className="heading mb-4 text-3xl">{t("Delivery [page]")}</h1>
      <Loaded query={plan}>{(data) => <PlanPanels {...data} />}</Loaded>
      <History kind="delivery" id="delivery" />
    </div>
  );
}

function PlanPanels({ plan, version }: { plan: PlanFields; version: number }) {
  const save = useSavePlan(version);
  const [busy, setBusy] = useState(false);
  const change = async (changed: Partial<PlanFields>, done?: string) => {
    setBusy(true);
    const failure = await save({ ...plan, ...changed }, done);
    setBusy(false);
    if (failure) toast.error(failure);
  };
  return (
    <>
      <Panel
        title={t("Zones, fees and times")}
        lead={
          plan.on
            ? t("Shoppers see whether you deliver to them, the fee, and the times.")
            : t(
                "Off: delivery is free everywhere, and nobody chooses a time. Set everything up first; shoppers see it once you switch it on.",
              )
        }
      >
        <div className="mt-4 flex flex-wrap items-center gap-3">
          <Badge tone={plan.on ? "green" : "grey"}>{plan.on ? t("On") : t("Off")}</Badge>
          <Button
            kind={plan.on ? "quiet" : "primary"}
            busy={busy}
            onClick={() => void change({ on: !plan.on }, plan.on ? t("Delivery is free everywhere") : t("Shoppers see your zones now"))}
          >
            {plan.on ? t("Switch off") : t("Switch on")}
          </Button>
        </div>
      </Panel>
      <Zones plan={plan} save={save} remove={(zones) => change({ zones }, t("Zone deleted"))} />
      <Pickup plan={plan} save={save} stop={() => change({ collection: null })} />
      <ExceptionsPanel plan={plan} save={(exceptions) => save({ ...plan, exceptions })} />
    </>
  );
}

interface PartProps {
  plan: PlanFields;
  save: (plan: PlanFields) => Promise<string>;
}

function Zones({ plan, save, remove }: PartProps & { remove: (zones: ZoneFields[]) => Promise<void> }) {
  const { zones } = plan;
  const [edited, setEdited] = useState<{ zone?: ZoneFields }>();
  const [leaving, setLeaving] = useState<ZoneFields>();
  const store = (zone: ZoneFields) =>
    save({ ...plan, zones: zone._id ? zones.map((one) => (one._id === zone._id ? zone : one)) : [...zones, zone] });
  return (
    <Panel
      title={t("Zones")}
      lead={t("An address belongs to the zone that matches its postal code or city most closely.")}
      className="mt-6"
    >
      {zones.length > 0 && (
        <ul aria-label={t("Zones")} className="mt-3 divide-y divide-line">
          {zones.map((zone) => (
            <li key={zone._id} className="flex items-center gap-2 py-3">
              <div className="min-w-0 flex-1">
                <p className="font-semibold wrap-anywhere">{zone.name}</p>
                <p className="text-ink-2">{feeInWords(zone, zone.fee === 0 ? t("Free") : formatDollars(zone.fee))}</p>
                <p className="line-clamp-2 text-sm wrap-anywhere text-ink-2">{zone.areas.join(", ")}</p>
                <p className="text-sm text-ink-2">{timesInWords(zone.times) || t("No times")}</p>
              </div>
              <Button kind="plain" size="icon" aria-label={t("Edit {name}", { name: zone.name })} onClick={() => setEdited({ zone })}>
                <Pencil aria-hidden className="size-5" />
              </Button>
              <Button kind="plain" size="icon" aria-label={t("Delete {name}", { name: zone.name })} onClick={() => setLeaving(zone)}>
                <Trash2 aria-hidden className="size-5" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button kind="outline" className="mt-4" onClick={() => setEdited({})}>
        <Plus aria-hidden className="size-5" />
        {t("Add zone")}
      </Button>
      <Suspense>
        {edited && <ZoneDialog zone={edited.zone} save={store} onClose={() => setEdited(undefined)} />}
        {leaving && (
          <ConfirmDialog
            danger
            title={t("Delete {name}?", { name: leaving.name })}
            confirm={t("Delete")}
            onConfirm={() => void remove(zones.filter(({ _id }) => _id !== leaving._id)).then(() => setLeaving(undefined))}
            onClose={() => setLeaving(undefined)}
          >
            {t("You'll no longer deliver there. Existing orders keep their times.")}
          </ConfirmDialog>
        )}
      </Suspense>
    </Panel>
  );
}

function Pickup({ plan, save, stop }: PartProps & { stop: () => Promise<void> }) {
  const { collection } = plan;
  const [open, setOpen] = useState<"edit" | "stop">();
  const close = () => setOpen(undefined);
  return (
    <Panel title={t("Pickup at the shop")} lead={t("Shoppers can pick up their order instead. It costs nothing.")} className="mt-6">
      {collection && (
        <div className="mt-3">
          <p className="font-semibold whitespace-pre-line">{collection.address}</p>
          <p className="text-sm text-ink-2">{timesInWords(collection.times) || t("No times")}</p>
        </div>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button kind="outline" onClick={() => setOpen("edit")}>
          {collection ? t("Edit pickup") : t("Offer pickup")}
        </Button>
        {collection && (
          <Button kind="quiet" onClick={() => setOpen("stop")}>
            {t("Stop offering it")}
          </Button>
        )}
      </div>
      <Suspense>
        {open === "edit" && (
          <PickupDialog collection={collection} save={(changed) => save({ ...plan, collection: changed })} onClose={close} />
        )}
        {open === "stop" && (
          <ConfirmDialog
            danger
            title={t("Stop offering pickup?")}
            confirm={t("Stop")}
            onConfirm={() => void stop().then(close)}
            onClose={close}
          >
            {t("Its times will be deleted. Existing orders can still be picked up.")}
          </ConfirmDialog>
        )}
      </Suspense>
    </Panel>
  );
}
