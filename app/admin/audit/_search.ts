import { createLoader, createSerializer, parseAsString } from 'nuqs/server';

const search = { cursor: parseAsString };

export const loadAuditSearch = createLoader(search);
export const auditUrl = createSerializer(search);
