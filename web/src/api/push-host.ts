/** Another host for push, as the server named it (wsConnectIp); else our own. */
let connectHost = "";

export function pushThrough(host: string) {
  connectHost = /^[\w.-]+(:\d+)?$/.test(host) ? host : "";
}

export const pushHost = () => connectHost || location.host;
