import { Link, type MetaArgs } from "react-router";
import { faceOf, pageMeta } from "#web/page-meta.ts";
import { paths } from "#web/paths.ts";
import { Prose, Section } from "#web/prose.tsx";
import { useFace } from "#web/use-face.ts";

export function meta({ matches }: MetaArgs) {
  return pageMeta(faceOf(matches), {
    title: "Shipping Policy",
    description: "Free shipping on every order: how long it takes, and how to change or cancel an order.",
    path: paths.shipping,
  });
}

/** The numbers of the shipping policy are the specification's (STAT-2). */
export default function Shipping() {
  const { email } = useFace();
  return (
    <Prose title="Shipping Policy" lead="Shipping is free on every order, whatever its size.">
      <Section title="How long it takes">
        <ul>
          <li>
            <strong>Processing</strong> takes 3-7 business days.
          </li>
          <li>
            <strong>Shipping</strong> takes 2-5 business days on average, once your order has left us.
          </li>
        </ul>
      </Section>
      <Section title="Changing your mind">
        <p>
          You can cancel an order within 24 hours of placing it. If it is already on its way by then, tell us all the same: we&rsquo;ll try
          to stop it and email you our answer. After 24 hours you can still cancel until it is sent.
        </p>
      </Section>
      <Section title="A wrong address">
        <p>Tell us within 24 hours of ordering and we will correct the address before the parcel leaves.</p>
      </Section>
      <Section title="Damaged items">
        <p>
          About 1 in 1000 items arrive damaged. If one of yours does, send us a photo and we will replace or refund it. See our{" "}
          <Link to={paths.returns}>returns policy</Link>.
        </p>
      </Section>
      <Section title="Questions">
        <p>
          {email ? (
            <>
              Write to <a href={`mailto:${email}`}>{email}</a>. We reply within 24 hours.
            </>
          ) : (
            "We reply within 24 hours."
          )}
        </p>
      </Section>
    </Prose>
  );
}
