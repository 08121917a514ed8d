import { Link, type MetaArgs } from "react-router";
import { faceOf, pageMeta } from "#web/page-meta.ts";
import { paths } from "#web/paths.ts";
import { Prose, Section } from "#web/prose.tsx";
import { useFace } from "#web/use-face.ts";

export function meta({ matches }: MetaArgs) {
  return pageMeta(faceOf(matches), {
    title: "Returns",
    description: "What to do when something is wrong, or not what you wanted.",
    path: paths.returns,
  });
}

export default function Returns() {
  const { email } = useFace();
  return (
    <Prose title="Returns" lead="If something is not right, we will make it right.">
      <Section title="It arrived damaged, spoiled or wrong">
        <p>
          Write to us with your order number and a photo. We will replace the item or refund it, as you prefer. You do not have to send
          spoiled food back.
        </p>
      </Section>
      <Section title="You changed your mind">
        <ul>
          <li>
            You can cancel until your order is sent, and get your money back. Already on its way? Ask us within 24 hours of ordering, and
            we&rsquo;ll try to stop it.
          </li>
          <li>You can return unopened, non-perishable items (tins, household goods, accessories) within 14 days of delivery.</li>
          <li>Fresh and frozen food, and opened food or cosmetics, cannot be returned unless something is wrong with them.</li>
        </ul>
      </Section>
      <Section title="Refunds">
        <p>
          We refund the way you paid. If you paid in cash, we refund you by bank transfer. We send it within 5 business days of our reply.
        </p>
      </Section>
      <Section title="Contact">
        <p>
          {email && (
            <>
              <a href={`mailto:${email}`}>{email}</a>, we reply within 24 hours.{" "}
            </>
          )}
          For delivery times, see our <Link to={paths.shipping}>shipping policy</Link>.
        </p>
      </Section>
    </Prose>
  );
}
