export default defineFormHandler({
  page: '/dashboard',
  async submit({ text = '' }, member) {
    const result = await addNote(member.organization, authorOf(member), text)
    if ('note' in result) return { done: 'Note added.' }
    const problem = await wordsOf(result.refused, member)
    return { problem, values: { text: text.slice(0, 1000) } }
  },
})

async function wordsOf(refusal: Refusal, { organization, organization_name: name, roles }: Member): Promise<string> {
  if (refusal === 'empty') return 'Write something first.'
  if (refusal === 'too_long') return `A note has at most ${longestNote} characters.`
  if (refusal === 'not_allowed') return `Only owners and admins add notes in ${name}.`
  const plan = plans[(await getSettings(organization)).plan]
  const advice = roles.includes('owner') ? 'Change the plan under Billing.' : 'Ask an owner to change the plan.'
  return `${name} has all ${plan.notes.toLocaleString('en')} notes of the ${plan.name} plan. ${advice}`
}
