/** Changes the plan of the organization. */
export default defineFormHandler({
  requirement: { role: 'owner' },
  page: '/billing',
  async submit({ plan }, member) {
    if (plan !== 'free' && plan !== 'team') return { problem: 'There is no such plan.' }
    await takePayment(member.organization, plan)
    await changeSettings(member.organization, { plan })
    const limit = new Intl.NumberFormat('en').format(plans[plan].notes)
    return { done: `${member.organization_name} is on the ${plans[plan].name} plan now: ${limit} notes.` }
  },
})

/** Your payment provider goes here: throw, and the plan stays as it is. */
async function takePayment(_organization: string, _plan: Plan): Promise<void> {}
