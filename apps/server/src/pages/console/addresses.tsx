import { Technical } from '../layout.tsx'
import { Row, Rows } from '../rows.tsx'
import { type ConsoleFrame, ConsoleLayout } from './layout.tsx'

interface AddressesPageProps {
  frame: ConsoleFrame
  person: { id: string; label: string }
  addresses: readonly string[]
}

/** The whole addresses of a person, for an operator who sees them shortened otherwise. */
export const AddressesPage = ({ frame, person, addresses }: AddressesPageProps) => {
  const { operators } = frame.words.console
  return (
    <ConsoleLayout frame={frame} section="people" title={operators.addressesTitle({ person: person.label })}>
      <p class="quiet" role="status">
        {operators.addressesRecorded}
      </p>
      <Rows>
        {addresses.map((address) => (
          <Row title={<Technical>{address}</Technical>} />
        ))}
      </Rows>
      <a href={personPath(frame, person.id)}>
        <bdi>{person.label}</bdi>
      </a>
    </ConsoleLayout>
  )
}

const personPath = (frame: ConsoleFrame, id: string): string => `${frame.base}/admin/people/${encodeURIComponent(id)}`

/** The button that leads there, for the page of a person. What it shows is recorded. */
export const ShowAddresses = ({ frame, id }: { frame: ConsoleFrame; id: string }) => (
  <form method="post" action={`${personPath(frame, id)}/addresses`}>
    <button type="submit" class="secondary">
      {frame.words.console.operators.showAddresses}
    </button>
  </form>
)
