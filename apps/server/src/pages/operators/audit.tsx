import type { AccountFrame } from '../account/layout.tsx'
import { EventList, type EventListProps } from '../event-list.tsx'
import { OperatorLayout } from './layout.tsx'

interface OperatorAuditPageProps extends EventListProps {
  frame: AccountFrame
}

export const OperatorAuditPage = (props: OperatorAuditPageProps) => (
  <OperatorLayout frame={props.frame} tab="audit">
    <EventList {...props} />
  </OperatorLayout>
)
