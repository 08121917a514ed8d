import { Volume2, VolumeX } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { t } from "#words/t.ts";
import { useChime } from "./chime.ts";

/** Switches the sound of new orders on and off, for this browser. */
export function SoundSwitch() {
  const [on, change] = useChime();
  const Icon = on ? Volume2 : VolumeX;
  return (
    <Button
      kind="plain"
      size="icon"
      aria-label={t("Sound for new orders")}
      aria-pressed={on}
      title={on ? t("New orders play a sound on this device") : t("New orders are silent on this device")}
      onClick={() => change(!on)}
    >
      <Icon aria-hidden className="size-5" />
    </Button>
  );
}
