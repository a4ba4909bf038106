import { type DirectoryState, directoryStateText, stateKinds } from '../../organizations/directory/state.tsx'
import { Status } from '../../status.tsx'
import { type List, NameCell, Table } from '../../table.tsx'
import { Time } from '../../time.tsx'
import type { ConsoleFrame } from '../layout.tsx'

/** A directory as the list of all organizations shows it. */
export interface ListedDirectory {
  organizationId: string
  name: string
  state: DirectoryState
  createdAt: Date
  lastRequestAt: Date | null
}

/** The companies' directories of all organizations. */
export const Directories = ({ frame, directories }: { frame: ConsoleFrame; directories: List<ListedDirectory> }) => {
  const { console, directory, lists, activity } = frame.words
  return (
    <section>
      <h2>{console.connections.directories}</h2>
      <Table
        frame={frame}
        {...directories}
        label={console.connections.directories}
        empty={console.overview.noneYet}
        columns={[
          {
            head: activity.filters.organization,
            width: 'wide',
            cell: ({ organizationId, name }) => (
              <NameCell
                name={name}
                href={`${frame.base}/admin/organizations/${organizationId}`}
                face={{ id: organizationId, kind: 'organization', name }}
              />
            ),
          },
          { head: lists.created, width: 'narrow', cell: ({ createdAt }) => <Time frame={frame} at={createdAt} /> },
          {
            head: directory.lastRequest,
            width: 'narrow',
            cell: ({ lastRequestAt }) => lastRequestAt && <Time frame={frame} at={lastRequestAt} />,
          },
          {
            head: lists.state,
            width: 'narrow',
            cell: ({ state }) => <Status kind={stateKinds[state]}>{directoryStateText(frame.words, state)}</Status>,
          },
        ]}
      />
    </section>
  )
}
