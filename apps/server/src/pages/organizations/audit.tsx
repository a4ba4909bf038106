import { ActivityList, type ActivityListProps } from '../activity/activity-list.tsx'
import { type OrganizationFrame, OrganizationLayout } from './layout.tsx'

interface AuditPageProps extends Omit<ActivityListProps, 'frame' | 'withOrganization'> {
  frame: OrganizationFrame
}

export const AuditPage = (props: AuditPageProps) => (
  <OrganizationLayout frame={props.frame} tab="audit">
    <ActivityList {...props} withOrganization={false} />
  </OrganizationLayout>
)
