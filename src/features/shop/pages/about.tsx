import { Link, type MetaArgs } from "react-router";
import { faceOf, pageMeta } from "#web/page-meta.ts";
import { paths } from "#web/paths.ts";
import { Prose, Section } from "#web/prose.tsx";
import { useFace } from "#web/use-face.ts";

export function meta({ matches }: MetaArgs) {
  return pageMeta(faceOf(matches), {
    title: "About us",
    description: "Our mission, our values and our team.",
    path: paths.about,
  });
}

/** Mission, values, team, contact (STAT-1). */
export default function About() {
  const { name, email } = useFace();
  return (
    <Prose
      title={`About ${name}`}
      lead="A calm, fresh market that comes to your door: quality products, exceptional service and free shipping."
    >
      <Section title="Our mission">
        <p>
          Everyone should be able to fill a good pantry without losing an afternoon. We carry what people really use, at clear prices, and
          deliver it for free.
        </p>
      </Section>
      <Section title="Our values">
        <ul>
          <li>
            <strong>Plain prices.</strong> The price you see is the price you pay. Delivery is free, on every order.
          </li>
          <li>
            <strong>Good food.</strong> We sell what we would put on our own table.
          </li>
          <li>
            <strong>Honest stock.</strong> You see what is sold out, and how many are left when there are only a few.
          </li>
          <li>
            <strong>Quiet service.</strong> No pop-ups, no tracking, no tricks. A person answers within 24 hours.
          </li>
        </ul>
      </Section>
      <Section title="Our team">
        <p>
          Buyers who know their growers and bakers by name, packers who put the eggs on top, drivers who close the gate behind them, and a
          few people who keep this shop simple and quick.
        </p>
      </Section>
      <Section title="Contact">
        <p>
          {email && (
            <>
              Write to us at <a href={`mailto:${email}`}>{email}</a>, or use our <Link to={paths.contact}>contact form</Link>.{" "}
            </>
          )}
          For delivery times, see our <Link to={paths.shipping}>shipping policy</Link>.
        </p>
      </Section>
    </Prose>
  );
}
