import { ActForm } from '../../act-form.tsx'
import { ConsoleLayout } from '../layout.tsx'
import { IdentifierField, ResourceFields, type ResourceFieldsProps } from './resource-fields.tsx'

export const NewResourcePage = (props: ResourceFieldsProps) => {
  const { frame, faults } = props
  const { applications, resources: words } = frame.words.console
  return (
    <ConsoleLayout frame={frame} section="resources" title={words.add}>
      {Object.keys(faults).length > 0 && <p class="problem">{applications.refusedSettings}</p>}
      <ActForm action={`${frame.base}/admin/resources/new`} act="create" label={words.create} look="primary">
        <IdentifierField {...props} />
        <ResourceFields {...props} />
      </ActForm>
    </ConsoleLayout>
  )
}
