import { EventList, type EventListProps } from '../event-list.tsx'
import { type ConsoleFrame, ConsoleLayout } from './layout.tsx'

interface AuditPageProps extends EventListProps {
  frame: ConsoleFrame
}

export const AuditPage = (props: AuditPageProps) => (
  <ConsoleLayout frame={props.frame} section="audit">
    <EventList {...props} />
  </ConsoleLayout>
)
