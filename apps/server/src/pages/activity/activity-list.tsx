import type { ActivityEvent, NameOf } from './describe-event.ts'
import { type EventFilterProps, EventFilters, Export } from './event-filters.tsx'
import { EventList, type EventListProps } from './event-list.tsx'

export interface ActivityListProps {
  frame: EventListProps['frame']
  list: {
    events: readonly ActivityEvent[]
    /** The address of older events; null on the last page. */
    older: string | null
    /** The address of the newest events; null if they are shown. */
    newest: string | null
    /** How far back the search went, where it found less than a page and is not at the end. */
    searchedTo: Date | null
  }
  nameOf: NameOf
  filters: Omit<EventFilterProps, 'frame' | 'withOrganization'>
  withOrganization: boolean
}

/** A page of the audit log in words, with its filters. */
export const ActivityList = ({ frame, list, nameOf, filters, withOrganization }: ActivityListProps) => {
  const { activity, manage, org } = frame.words
  const pager = (list.newest || list.older) && (
    <p class="pager">
      {list.newest && <a href={list.newest}>{manage.newest}</a>} {list.older && <a href={list.older}>{org.older}</a>}
    </p>
  )
  return (
    <>
      <div class="list-bar">
        <EventFilters frame={frame} withOrganization={withOrganization} {...filters} />
        {pager}
        {filters.exportable && <Export frame={frame} {...filters} />}
      </div>
      {list.events.length > 0 && <EventList frame={frame} events={list.events} nameOf={nameOf} details />}
      {list.events.length === 0 && (
        <p class="quiet" role="status">
          {Object.values(filters.fields).some(Boolean) ? activity.filters.none : org.noAudit}
        </p>
      )}
      {list.searchedTo && <p class="quiet">{activity.searched({ date: frame.date(list.searchedTo) })}</p>}
      {list.events.length > 0 && pager}
    </>
  )
}
