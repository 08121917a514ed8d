import { Link, type MetaArgs } from "react-router";
import { faceOf, pageMeta } from "#web/page-meta.ts";
import { paths } from "#web/paths.ts";
import { Prose, Section } from "#web/prose.tsx";
import { useFace } from "#web/use-face.ts";

export function meta({ matches }: MetaArgs) {
  return pageMeta(faceOf(matches), { title: "Terms", description: "The terms of buying here.", path: paths.terms });
}

export default function Terms() {
  const { name } = useFace();
  return (
    <Prose title="Terms" lead={`What you can expect from ${name}, and what we expect from you.`}>
      <Section title="Ordering">
        <p>
          Your order is placed once we confirm it with an order number. If something sells out or its price changes during the checkout, we
          tell you before you order, and you decide.
        </p>
      </Section>
      <Section title="Prices">
        <p>
          All prices are in US dollars. The price you see, after any discount, is the price you pay. Delivery is free. The prices of an
          order do not change after you place it.
        </p>
      </Section>
      <Section title="Paying">
        <p>You choose how to pay at the checkout. With cash on delivery you pay when the order arrives.</p>
      </Section>
      <Section title="Delivery, cancelling and returns">
        <p>
          The <Link to={paths.shipping}>shipping policy</Link> and the <Link to={paths.returns}>returns policy</Link> are part of these
          terms.
        </p>
      </Section>
      <Section title="Your account">
        <p>
          Keep your password to yourself and your addresses up to date. We may close accounts that are used to harm the shop or other
          people. You can delete your account at any time.
        </p>
      </Section>
      <Section title="If we disagree">
        <p>
          Write to us first; most things are settled in one email. Your rights as a consumer under the law of your country always apply.
        </p>
      </Section>
    </Prose>
  );
}
