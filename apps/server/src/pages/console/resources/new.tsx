import { ConsoleLayout } from '../layout.tsx'
import { IdentifierField, ResourceFields, type ResourceFieldsProps } from './resource-fields.tsx'

export const NewResourcePage = (props: ResourceFieldsProps) => {
  const { frame, faults } = props
  const { applications, resources: words } = frame.words.console
  return (
    <ConsoleLayout frame={frame} section="resources" title={words.add}>
      {Object.keys(faults).length > 0 && <p class="problem">{applications.refusedSettings}</p>}
      <form method="post" action={`${frame.base}/admin/resources/new`} novalidate>
        <IdentifierField {...props} />
        <ResourceFields {...props} />
        <button type="submit" name="action" value="create" class="primary">
          {words.create}
        </button>
      </form>
    </ConsoleLayout>
  )
}
