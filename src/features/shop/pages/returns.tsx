import { Link, type MetaArgs } from "react-router";
import { faceOf, pageMeta } from "#web/page-meta.ts";
import { paths } from "#web/paths.ts";
import { Prose, Section } from "#web/prose.tsx";
import { useFace } from "#web/use-face.ts";

export function meta({ matches }: MetaArgs) {
  return pageMeta(faceOf(matches), {
    title: "Returns",
    description: "What to do when something is wrong, or was not what you wanted.",
    path: paths.returns,
  });
}

/** How things come back, in plain words. */
export default function Returns() {
  const { email } = useFace();
  return (
    <Prose title="Returns" lead="If something is not right, we make it right. Here is how.">
      <Section title="It arrived damaged, spoiled or wrong">
        <p>
          Write to us with your order number and a picture. Choose what you prefer: a new one, or your money back. You need not send
          anything spoiled back to us.
        </p>
      </Section>
      <Section title="You changed your mind">
        <ul>
          <li>Within 24 hours of ordering we cancel the order, and nothing is charged.</li>
          <li>Things that keep (unopened tins, household goods, accessories) can come back within 14 days of delivery.</li>
          <li>
            Fresh and frozen food, and opened packs of anything you eat or put on your skin, cannot, unless something is wrong with them.
          </li>
        </ul>
      </Section>
      <Section title="How the money comes back">
        <p>
          The way you paid. An order paid in cash on delivery is refunded by transfer. It leaves us within 5 business days of our answer.
        </p>
      </Section>
      <Section title="Where to write">
        <p>
          {email && (
            <>
              <a href={`mailto:${email}`}>{email}</a>, we reply within 24 hours.{" "}
            </>
          )}
          Times and costs of delivery are in the <Link to={paths.shipping}>shipping policy</Link>.
        </p>
      </Section>
    </Prose>
  );
}
