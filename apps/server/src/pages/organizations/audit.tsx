import { EventList, type EventListProps } from '../event-list.tsx'
import { type OrganizationFrame, OrganizationLayout } from './layout.tsx'

interface AuditPageProps extends EventListProps {
  frame: OrganizationFrame
}

export const AuditPage = (props: AuditPageProps) => (
  <OrganizationLayout frame={props.frame} tab="audit">
    {props.events.length === 0 && <p class="quiet">{props.frame.words.org.noAudit}</p>}
    <EventList {...props} />
  </OrganizationLayout>
)
