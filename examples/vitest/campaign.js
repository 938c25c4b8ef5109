// A fixture for vitest: each test that takes `estoc` has a fresh campaign of its own, so that no test sees what
// another one did. Wants the address of a server in URL and its operator's token in ESTOC_ADMIN_TOKEN.

import { Estoc } from "estoc-client";
import { test as base } from "vitest";

export const test = base.extend({
  campaign: async ({ task }, use) => {
    const operator = new Estoc(process.env.URL, process.env.ESTOC_ADMIN_TOKEN);
    await use(await operator.campaigns.open(task.name));
  },
  estoc: async ({ campaign }, use) => {
    await use(new Estoc(process.env.URL, campaign.token));
  },
});
