import { Technical } from '../layout.tsx'
import { Table } from '../table.tsx'
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
      <Table frame={frame} rows={addresses} columns={{ name: (address) => <Technical>{address}</Technical> }} />
      <a href={`${frame.base}/admin/people/${encodeURIComponent(person.id)}`}>
        <bdi>{person.label}</bdi>
      </a>
    </ConsoleLayout>
  )
}
