export default defineEventHandler(async (event) => getSettings((await requireMember(event)).organization))
