import { ActivityList, type ActivityListProps } from '../activity/activity-list.tsx'
import { type ConsoleFrame, ConsoleLayout } from './layout.tsx'

interface AuditPageProps extends Omit<ActivityListProps, 'frame' | 'withOrganization'> {
  frame: ConsoleFrame
}

export const AuditPage = (props: AuditPageProps) => (
  <ConsoleLayout frame={props.frame} section="audit">
    <ActivityList {...props} withOrganization />
  </ConsoleLayout>
)
