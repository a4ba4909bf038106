import {
  chooseApplicationPolicy,
  nameOfApplication,
  parseApplication,
  ruleOnApplication,
} from '../../../flows/organizations/applications/application-rules.ts'
import {
  endApplication,
  endConnection,
  getConnection,
} from '../../../flows/organizations/applications/connected-applications.ts'
import { OperationRefused } from '../../../flows/platform/operation-refused.ts'
import { applicationPolicies } from '../../../oidc/dynamic-clients/third-party-clients.ts'
import { connectionName } from '../../../pages/connected-applications.tsx'
import { type Confirmation, type FormRequest, field, type OrganizationForm } from '../tab.ts'

const named = (request: FormRequest) => getConnection(request.deps, request.actor, request, field(request, 'id'))

/** How a form names the application of its question: without what is no name, so that no page shows anything else. */
const application = (request: FormRequest): string => parseApplication(field(request, 'application'))

/** The host of a client that brings its metadata with it, or its name; and the id, where that says more. */
async function titleOf({ deps }: FormRequest, clientId: string): Promise<{ title: string; id?: string }> {
  const { title } = connectionName({ clientId, clientName: await nameOfApplication(deps, clientId) })
  return title === clientId ? { title } : { title, id: clientId }
}

const questionAbout =
  (act: 'endApplication' | 'blockApplication', button: 'endAll' | 'block'): Confirmation['question'] =>
  async (request, { manage, org }) => {
    const { title, id } = await titleOf(request, application(request))
    const { title: about, text } = manage.ask[act]
    return { title: about({ application: title }), text, technical: id, button: org.connected[button] }
  }

const endForm: OrganizationForm = {
  path: '/applications/end',
  confirmation: {
    operation: 'see',
    question: async (request, { manage, me }) => {
      const connection = await named(request)
      const { person } = connection
      const { title, text } = manage.ask.endConnection
      return {
        title: title({ application: connectionName(connection).title, person }),
        text,
        button: me.applications.revoke,
      }
    },
  },
  async submit(request) {
    const connection = await named(request)
    await endConnection(request.deps, request.actor, request.organization.id, connection.id)
    return ['connection-ended', connectionName(connection).title, connection.person]
  },
}

const endAllForm: OrganizationForm = {
  path: '/applications/end-all',
  confirmation: {
    operation: 'manage-applications',
    question: questionAbout('endApplication', 'endAll'),
  },
  async submit(request) {
    const clientId = application(request)
    const count = await endApplication(request.deps, request.actor, request.organization.id, clientId)
    return ['application-ended', (await titleOf(request, clientId)).title, String(count)]
  },
}

const blockForm: OrganizationForm = {
  path: '/applications/block',
  confirmation: {
    operation: 'manage-applications',
    question: questionAbout('blockApplication', 'block'),
  },
  async submit(request) {
    const { deps, actor, organization } = request
    const done = await ruleOnApplication(deps, actor, organization.id, field(request, 'application'), 'blocked')
    return ['application-blocked', await nameOfApplication(deps, done.application), String(done.ended)]
  },
}

const allowForm: OrganizationForm = {
  path: '/applications/allow',
  async submit(request) {
    const { deps, actor, organization } = request
    const done = await ruleOnApplication(deps, actor, organization.id, field(request, 'application'), 'allowed')
    return ['application-allowed', await nameOfApplication(deps, done.application)]
  },
}

const removeRuleForm: OrganizationForm = {
  path: '/applications/unrule',
  async submit(request) {
    const { deps, actor, organization } = request
    const done = await ruleOnApplication(deps, actor, organization.id, field(request, 'application'), null)
    return ['application-rule-removed', await nameOfApplication(deps, done.application)]
  },
}

const policyForm: OrganizationForm = {
  path: '/applications/policy',
  async submit(request) {
    const policy = applicationPolicies.find((name) => name === field(request, 'policy'))
    if (!policy) throw new OperationRefused('invalid', 'policy', 'choose-one')
    await chooseApplicationPolicy(request.deps, request.actor, request.organization.id, policy)
    return ['settings-saved']
  },
}

/** What can be done with the connected applications of an organization, and with the rules on which ones may connect. */
export const applicationForms: readonly OrganizationForm[] = [
  endForm,
  endAllForm,
  blockForm,
  allowForm,
  removeRuleForm,
  policyForm,
]
