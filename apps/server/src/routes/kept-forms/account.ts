import { button, type Label, type ListedForm, type ListedForms } from './listed-form.ts'

const address: Label = ({ email }) => email.label
const ofAddress: ListedForm['fields'] = { address }
const ofPasskey: ListedForm['fields'] = { id: null, name: ({ me }) => me.passkeys.name }

/**
 * The forms of an account. Codes, and what a passkey answered, are not kept; nor is the form that deletes the account, which
 * its page shows to those only who have signed in recently.
 */
export const accountForms: ListedForms = {
  '/account/addresses': { ...button(({ me }) => me.addresses.add), fields: { email: address } },
  '/account/addresses/primary': { ...button(({ me }) => me.addresses.makePrimary), fields: ofAddress },
  '/account/addresses/remove': { ...button(({ me }) => me.remove), fields: ofAddress },
  '/account/phone': { ...button(({ me }) => me.phone.send), fields: { phone: ({ me }) => me.profile.phone } },
  '/account/phone/remove': { ...button(({ me }) => me.remove), fields: { phone: ({ me }) => me.profile.phone } },
  '/account/passkeys/rename': { ...button(({ me }) => me.passkeys.rename), fields: ofPasskey },
  '/account/passkeys/remove': { ...button(({ me }) => me.remove), fields: ofPasskey },
  '/account/passkeys/unlink': { ...button(({ me }) => me.remove), fields: { id: null } },
  '/account/recovery': button(({ recovery }) => recovery.ask),
  '/account/keys': {
    ...button(({ keys }) => keys.create),
    fields: {
      name: ({ console: { applications } }) => applications.name,
      organization: ({ console: { impersonation } }) => impersonation.organization,
      scope: ({ console: { applications } }) => applications.scopes,
      days: ({ keys }) => keys.days,
      networks: ({ keys }) => keys.networks,
    },
  },
  '/account/keys/rotate': { ...button(({ keys }) => keys.rotate), fields: { id: null } },
  '/account/keys/revoke': { ...button(({ console: { registration } }) => registration.revoke), fields: { id: null } },
  '/account/data/export': button(({ me }) => me.data.export),
}
