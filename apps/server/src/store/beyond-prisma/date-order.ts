export const dateOrders = ['newest', 'oldest'] as const
/** The latest date first, or the earliest. Rows of the same date follow by their ids. */
export type DateOrder = (typeof dateOrders)[number]

export const isDateOrder = (order: string): order is DateOrder => dateOrders.some((known) => known === order)

/** The row after which a list goes on: what it is sorted by, and its id. */
export interface ListPosition {
  key: string | number
  id: string
}

/**
 * The two halves of a list in the order of a date: `orderBy`, and the condition for what comes after a row, whose date and
 * id are those two parameters. Both directions are the same, so that one index on (date, id) answers both orders.
 */
export function byDate(order: DateOrder, date: string, id: string) {
  const [side, direction] = order === 'newest' ? ['<', 'DESC'] : ['>', 'ASC']
  return {
    orderBy: `${date} ${direction}, ${id} ${direction}`,
    after: (dateParameter: string, idParameter: string) =>
      `(${date}, ${id}) ${side} (${dateParameter}, ${idParameter})`,
  }
}

/** The date of a position. */
export const dateOf = (key: string | number): Date => new Date(Number(key))
