export default defineFormHandler({
  requirement: { role: managers },
  page: '/settings',
  async submit({ whoCanAdd }, { organization, organization_name: name }) {
    if (whoCanAdd !== 'everyone' && whoCanAdd !== 'managers') return { problem: 'Choose who can add notes.' }
    await changeSettings(organization, { whoCanAdd })
    return { done: `Saved. ${whoCanAdd === 'everyone' ? `Everyone in ${name}` : 'Owners and admins'} can add notes.` }
  },
})
