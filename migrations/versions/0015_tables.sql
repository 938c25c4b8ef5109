-- All tables as they were before the first release (docs/decisions/0021-statements-and-one-migration.md).

CREATE TABLE campaign (
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    disclosure TEXT DEFAULT '{}' NOT NULL,
    CONSTRAINT pk_campaign PRIMARY KEY (id)
);

CREATE TABLE idempotency_key (
    campaign_id TEXT NOT NULL,
    token_id TEXT NOT NULL,
    route TEXT NOT NULL,
    key TEXT NOT NULL,
    fingerprint BYTEA NOT NULL,
    status SMALLINT NOT NULL,
    headers TEXT NOT NULL,
    body BYTEA,
    encounter_id TEXT,
    action_seq BIGINT,
    expires_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_idempotency_key PRIMARY KEY (campaign_id, token_id, route, key)
);

CREATE INDEX ix_idempotency_key_expires_at ON idempotency_key (expires_at);

CREATE TABLE job (
    campaign_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    payload TEXT NOT NULL,
    run_at TIMESTAMP WITH TIME ZONE NOT NULL,
    asked BIGINT DEFAULT 1 NOT NULL,
    attempts INTEGER DEFAULT 0 NOT NULL,
    holder TEXT,
    locked_until TIMESTAMP WITH TIME ZONE,
    last_error TEXT,
    created_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    CONSTRAINT pk_job PRIMARY KEY (campaign_id, kind, key)
);

CREATE INDEX ix_job_run_at ON job (run_at);

CREATE TABLE pack (
    id TEXT NOT NULL,
    version TEXT NOT NULL,
    hash TEXT NOT NULL,
    ruleset TEXT NOT NULL,
    title TEXT NOT NULL,
    licence TEXT NOT NULL,
    status TEXT NOT NULL,
    statuses JSON NOT NULL,
    loaded_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    CONSTRAINT pk_pack PRIMARY KEY (id, version)
);

CREATE TABLE action_duration (
    pack_id TEXT NOT NULL,
    pack_version TEXT NOT NULL,
    id TEXT NOT NULL,
    position INTEGER NOT NULL,
    names JSON NOT NULL,
    rounds_from INTEGER NOT NULL,
    rounds_to INTEGER,
    during_another_action BOOLEAN NOT NULL,
    status TEXT NOT NULL,
    source TEXT,
    CONSTRAINT pk_action_duration PRIMARY KEY (pack_id, pack_version, id),
    CONSTRAINT fk_action_duration_pack FOREIGN KEY(pack_id, pack_version)
        REFERENCES pack (id, version) ON DELETE CASCADE
);

CREATE TABLE armour (
    pack_id TEXT NOT NULL,
    pack_version TEXT NOT NULL,
    armour_type INTEGER NOT NULL,
    position INTEGER NOT NULL,
    names JSON NOT NULL,
    defensive_bonus INTEGER NOT NULL,
    manoeuvre_penalty_min INTEGER NOT NULL,
    manoeuvre_penalty_max INTEGER NOT NULL,
    casting_penalty INTEGER NOT NULL,
    fitting_half_days INTEGER NOT NULL,
    fitting_difficulty INTEGER NOT NULL,
    status TEXT NOT NULL,
    source TEXT,
    CONSTRAINT pk_armour PRIMARY KEY (pack_id, pack_version, armour_type),
    CONSTRAINT fk_armour_pack FOREIGN KEY(pack_id, pack_version)
        REFERENCES pack (id, version) ON DELETE CASCADE
);

CREATE TABLE attack_table (
    pack_id TEXT NOT NULL,
    pack_version TEXT NOT NULL,
    id TEXT NOT NULL,
    names JSON NOT NULL,
    status TEXT NOT NULL,
    default_critical TEXT NOT NULL,
    cap_tiny INTEGER NOT NULL,
    cap_small INTEGER NOT NULL,
    cap_medium INTEGER NOT NULL,
    cap_large INTEGER NOT NULL,
    cap_huge INTEGER NOT NULL,
    CONSTRAINT pk_attack_table PRIMARY KEY (pack_id, pack_version, id),
    CONSTRAINT fk_attack_table_pack FOREIGN KEY(pack_id, pack_version)
        REFERENCES pack (id, version) ON DELETE CASCADE
);

CREATE TABLE campaign_pack (
    campaign_id TEXT NOT NULL,
    id TEXT NOT NULL,
    version TEXT NOT NULL,
    ruleset TEXT NOT NULL,
    hash TEXT NOT NULL,
    title TEXT NOT NULL,
    licence TEXT NOT NULL,
    document TEXT,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    deleted_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_campaign_pack PRIMARY KEY (campaign_id, id, version),
    CONSTRAINT fk_campaign_pack_campaign FOREIGN KEY(campaign_id)
        REFERENCES campaign (id) ON DELETE CASCADE
);

CREATE TABLE critical_table (
    pack_id TEXT NOT NULL,
    pack_version TEXT NOT NULL,
    id TEXT NOT NULL,
    names JSON NOT NULL,
    status TEXT NOT NULL,
    CONSTRAINT pk_critical_table PRIMARY KEY (pack_id, pack_version, id),
    CONSTRAINT fk_critical_table_pack FOREIGN KEY(pack_id, pack_version)
        REFERENCES pack (id, version) ON DELETE CASCADE
);

CREATE TABLE deleted_encounter (
    campaign_id TEXT NOT NULL,
    id TEXT NOT NULL,
    deleted_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    CONSTRAINT pk_deleted_encounter PRIMARY KEY (campaign_id, id),
    CONSTRAINT fk_deleted_encounter_campaign FOREIGN KEY(campaign_id)
        REFERENCES campaign (id) ON DELETE CASCADE
);

CREATE TABLE encounter (
    campaign_id TEXT NOT NULL,
    id TEXT NOT NULL,
    ruleset TEXT NOT NULL,
    title TEXT NOT NULL,
    status TEXT NOT NULL,
    version BIGINT NOT NULL,
    last_event BIGINT NOT NULL,
    state TEXT NOT NULL,
    table_pack TEXT NOT NULL,
    table_pack_version TEXT NOT NULL,
    tables_hash TEXT NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    updated_at TIMESTAMP WITH TIME ZONE NOT NULL,
    dice_epoch INTEGER DEFAULT 1 NOT NULL,
    dice_open_seed BYTEA NOT NULL,
    dice_hidden_seed BYTEA NOT NULL,
    dice_salt TEXT DEFAULT '' NOT NULL,
    dice_open BIGINT DEFAULT 0 NOT NULL,
    dice_hidden BIGINT DEFAULT 0 NOT NULL,
    dice_policy TEXT DEFAULT '{}' NOT NULL,
    pending TEXT,
    pending_expires_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_encounter PRIMARY KEY (campaign_id, id),
    CONSTRAINT fk_encounter_campaign FOREIGN KEY(campaign_id)
        REFERENCES campaign (id) ON DELETE CASCADE
);

CREATE INDEX ix_encounter_pending_expires_at ON encounter (pending_expires_at)
    WHERE pending_expires_at IS NOT NULL;

CREATE TABLE fumble_column (
    pack_id TEXT NOT NULL,
    pack_version TEXT NOT NULL,
    id TEXT NOT NULL,
    position INTEGER NOT NULL,
    names JSON NOT NULL,
    status TEXT NOT NULL,
    CONSTRAINT pk_fumble_column PRIMARY KEY (pack_id, pack_version, id),
    CONSTRAINT fk_fumble_column_pack FOREIGN KEY(pack_id, pack_version)
        REFERENCES pack (id, version) ON DELETE CASCADE
);

CREATE TABLE location (
    pack_id TEXT NOT NULL,
    pack_version TEXT NOT NULL,
    id TEXT NOT NULL,
    position INTEGER NOT NULL,
    en JSON NOT NULL,
    fr JSON NOT NULL,
    it JSON NOT NULL,
    status TEXT NOT NULL,
    CONSTRAINT pk_location PRIMARY KEY (pack_id, pack_version, id),
    CONSTRAINT fk_location_pack FOREIGN KEY(pack_id, pack_version)
        REFERENCES pack (id, version) ON DELETE CASCADE
);

CREATE TABLE manoeuvre_row (
    pack_id TEXT NOT NULL,
    pack_version TEXT NOT NULL,
    position INTEGER NOT NULL,
    row_from INTEGER,
    row_to INTEGER,
    percentage INTEGER NOT NULL,
    bonus INTEGER NOT NULL,
    rr INTEGER NOT NULL,
    utility TEXT,
    status TEXT NOT NULL,
    CONSTRAINT pk_manoeuvre_row PRIMARY KEY (pack_id, pack_version, position),
    CONSTRAINT fk_manoeuvre_row_pack FOREIGN KEY(pack_id, pack_version)
        REFERENCES pack (id, version) ON DELETE CASCADE
);

CREATE TABLE modifier (
    pack_id TEXT NOT NULL,
    pack_version TEXT NOT NULL,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    position INTEGER NOT NULL,
    status TEXT NOT NULL,
    terms JSON NOT NULL,
    CONSTRAINT pk_modifier PRIMARY KEY (pack_id, pack_version, kind, id),
    CONSTRAINT fk_modifier_pack FOREIGN KEY(pack_id, pack_version)
        REFERENCES pack (id, version) ON DELETE CASCADE
);

CREATE TABLE shield (
    pack_id TEXT NOT NULL,
    pack_version TEXT NOT NULL,
    id TEXT NOT NULL,
    position INTEGER NOT NULL,
    names JSON NOT NULL,
    bonus_untrained INTEGER NOT NULL,
    bonus_trained INTEGER NOT NULL,
    attacks_covered INTEGER NOT NULL,
    covers_front BOOLEAN NOT NULL,
    covers_flank BOOLEAN NOT NULL,
    hand_holds TEXT NOT NULL,
    parrying_weapon BOOLEAN NOT NULL,
    plantable BOOLEAN NOT NULL,
    status TEXT NOT NULL,
    source TEXT,
    CONSTRAINT pk_shield PRIMARY KEY (pack_id, pack_version, id),
    CONSTRAINT fk_shield_pack FOREIGN KEY(pack_id, pack_version)
        REFERENCES pack (id, version) ON DELETE CASCADE
);

CREATE TABLE simulation (
    campaign_id TEXT NOT NULL,
    id TEXT NOT NULL,
    encounter_id TEXT NOT NULL,
    title TEXT NOT NULL,
    ruleset TEXT NOT NULL,
    table_pack TEXT NOT NULL,
    table_pack_version TEXT NOT NULL,
    tables_hash TEXT NOT NULL,
    body TEXT NOT NULL,
    state TEXT NOT NULL,
    so_far TEXT NOT NULL,
    status TEXT DEFAULT 'running' NOT NULL,
    runs INTEGER NOT NULL,
    done INTEGER DEFAULT 0 NOT NULL,
    outcomes TEXT DEFAULT '{}' NOT NULL,
    result TEXT,
    created_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    finished_at TIMESTAMP WITH TIME ZONE,
    expires_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_simulation PRIMARY KEY (campaign_id, id),
    CONSTRAINT fk_simulation_campaign FOREIGN KEY(campaign_id)
        REFERENCES campaign (id) ON DELETE CASCADE
);

CREATE INDEX ix_simulation_expires_at ON simulation (expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE token (
    campaign_id TEXT NOT NULL,
    id TEXT NOT NULL,
    role TEXT NOT NULL,
    digest BYTEA NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
    revoked_at TIMESTAMP WITH TIME ZONE,
    label TEXT DEFAULT '' NOT NULL,
    scopes TEXT[],
    controls TEXT[] DEFAULT '{}' NOT NULL,
    CONSTRAINT pk_token PRIMARY KEY (campaign_id, id),
    CONSTRAINT uq_token_campaign_id_digest UNIQUE (campaign_id, digest),
    CONSTRAINT fk_token_campaign FOREIGN KEY(campaign_id)
        REFERENCES campaign (id) ON DELETE CASCADE
);

CREATE TABLE weapon_group (
    pack_id TEXT NOT NULL,
    pack_version TEXT NOT NULL,
    id TEXT NOT NULL,
    position INTEGER NOT NULL,
    kind TEXT NOT NULL,
    names JSON NOT NULL,
    status TEXT NOT NULL,
    CONSTRAINT pk_weapon_group PRIMARY KEY (pack_id, pack_version, id),
    CONSTRAINT fk_weapon_group_pack FOREIGN KEY(pack_id, pack_version)
        REFERENCES pack (id, version) ON DELETE CASCADE
);

CREATE TABLE weapon_unclassified (
    pack_id TEXT NOT NULL,
    pack_version TEXT NOT NULL,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    weight_grams INTEGER NOT NULL,
    price_gold INTEGER NOT NULL,
    rare BOOLEAN NOT NULL,
    status TEXT NOT NULL,
    source TEXT,
    CONSTRAINT pk_weapon_unclassified PRIMARY KEY (pack_id, pack_version, position),
    CONSTRAINT fk_weapon_unclassified_pack FOREIGN KEY(pack_id, pack_version)
        REFERENCES pack (id, version) ON DELETE CASCADE
);

CREATE TABLE webhook (
    campaign_id TEXT NOT NULL,
    id TEXT NOT NULL,
    token_id TEXT NOT NULL,
    url TEXT NOT NULL,
    description TEXT NOT NULL,
    secret TEXT NOT NULL,
    previous_secret TEXT,
    previous_until TIMESTAMP WITH TIME ZONE,
    failures INTEGER DEFAULT 0 NOT NULL,
    last_tried_at TIMESTAMP WITH TIME ZONE,
    last_outcome TEXT,
    disabled_at TIMESTAMP WITH TIME ZONE,
    disabled_reason TEXT,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    deleted_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_webhook PRIMARY KEY (campaign_id, id),
    CONSTRAINT fk_webhook_campaign FOREIGN KEY(campaign_id)
        REFERENCES campaign (id) ON DELETE CASCADE
);

CREATE TABLE action_ref (
    campaign_id TEXT NOT NULL,
    encounter_id TEXT NOT NULL,
    ref TEXT NOT NULL,
    action_ids TEXT[] NOT NULL,
    is_group BOOLEAN NOT NULL,
    CONSTRAINT pk_action_ref PRIMARY KEY (campaign_id, encounter_id, ref),
    CONSTRAINT fk_action_ref_encounter FOREIGN KEY(campaign_id, encounter_id)
        REFERENCES encounter (campaign_id, id) ON DELETE CASCADE
);

CREATE TABLE attack_cell (
    pack_id TEXT NOT NULL,
    pack_version TEXT NOT NULL,
    table_id TEXT NOT NULL,
    row_from INTEGER NOT NULL,
    armour_type INTEGER NOT NULL,
    row_to INTEGER NOT NULL,
    hits INTEGER NOT NULL,
    severity TEXT,
    CONSTRAINT pk_attack_cell PRIMARY KEY (pack_id, pack_version, table_id, row_from, armour_type),
    CONSTRAINT fk_attack_cell_attack_table FOREIGN KEY(pack_id, pack_version, table_id)
        REFERENCES attack_table (pack_id, pack_version, id) ON DELETE CASCADE,
    CONSTRAINT ck_attack_cell_row_in_order CHECK (row_from <= row_to),
    CONSTRAINT ck_attack_cell_armour_type CHECK (armour_type BETWEEN 1 AND 10),
    CONSTRAINT ck_attack_cell_hits CHECK (hits >= 1),
    CONSTRAINT ck_attack_cell_severity CHECK (severity IN ('A', 'B', 'C', 'D', 'E'))
);

CREATE TABLE critical_entry (
    pack_id TEXT NOT NULL,
    pack_version TEXT NOT NULL,
    table_id TEXT NOT NULL,
    row_from INTEGER NOT NULL,
    severity TEXT NOT NULL,
    row_to INTEGER NOT NULL,
    location TEXT NOT NULL,
    gravity INTEGER NOT NULL,
    effects JSON NOT NULL,
    gear JSON NOT NULL,
    CONSTRAINT pk_critical_entry PRIMARY KEY (pack_id, pack_version, table_id, row_from, severity),
    CONSTRAINT fk_critical_entry_critical_table FOREIGN KEY(pack_id, pack_version, table_id)
        REFERENCES critical_table (pack_id, pack_version, id) ON DELETE CASCADE,
    CONSTRAINT ck_critical_entry_row_in_order CHECK (row_from <= row_to),
    CONSTRAINT ck_critical_entry_severity CHECK (severity IN ('A', 'B', 'C', 'D', 'E'))
);

CREATE TABLE device_authorization (
    digest BYTEA NOT NULL,
    user_code TEXT NOT NULL,
    client_name TEXT NOT NULL,
    address TEXT NOT NULL,
    role TEXT NOT NULL,
    scopes TEXT[],
    controls TEXT[] NOT NULL,
    pause INTEGER NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    expires_at TIMESTAMP WITH TIME ZONE NOT NULL,
    polled_at TIMESTAMP WITH TIME ZONE,
    is_denied BOOLEAN DEFAULT false NOT NULL,
    campaign_id TEXT,
    token_id TEXT,
    sealed BYTEA,
    CONSTRAINT pk_device_authorization PRIMARY KEY (digest),
    CONSTRAINT fk_device_authorization_token FOREIGN KEY(campaign_id, token_id)
        REFERENCES token (campaign_id, id) ON DELETE CASCADE,
    CONSTRAINT uq_device_authorization_user_code UNIQUE (user_code)
);

CREATE INDEX ix_device_authorization_address ON device_authorization (address);

CREATE INDEX ix_device_authorization_expires_at ON device_authorization (expires_at);

CREATE TABLE dice_epoch (
    campaign_id TEXT NOT NULL,
    encounter_id TEXT NOT NULL,
    epoch INTEGER NOT NULL,
    open_seed BYTEA NOT NULL,
    hidden_seed BYTEA NOT NULL,
    salt TEXT NOT NULL,
    open_rolls BIGINT NOT NULL,
    hidden_rolls BIGINT NOT NULL,
    revealed_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_dice_epoch PRIMARY KEY (campaign_id, encounter_id, epoch),
    CONSTRAINT fk_dice_epoch_encounter FOREIGN KEY(campaign_id, encounter_id)
        REFERENCES encounter (campaign_id, id) ON DELETE CASCADE
);

CREATE TABLE encounter_action (
    campaign_id TEXT NOT NULL,
    encounter_id TEXT NOT NULL,
    seq BIGINT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    actor TEXT,
    command TEXT NOT NULL,
    answers TEXT NOT NULL,
    events TEXT NOT NULL,
    result TEXT NOT NULL,
    state_after TEXT NOT NULL,
    first_event BIGINT NOT NULL,
    last_event BIGINT NOT NULL,
    engine_version TEXT NOT NULL,
    tables_hash TEXT NOT NULL,
    token_id TEXT NOT NULL,
    idempotency_key TEXT,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    reverts BIGINT[],
    reverted_by BIGINT,
    privacy TEXT DEFAULT 'public' NOT NULL,
    CONSTRAINT pk_encounter_action PRIMARY KEY (campaign_id, encounter_id, seq),
    CONSTRAINT fk_encounter_action_encounter FOREIGN KEY(campaign_id, encounter_id)
        REFERENCES encounter (campaign_id, id) ON DELETE CASCADE,
    CONSTRAINT uq_encounter_action_campaign_id_encounter_id_id UNIQUE (campaign_id, encounter_id, id)
);

CREATE INDEX ix_encounter_action_campaign_id_encounter_id_last_event
    ON encounter_action (campaign_id, encounter_id, last_event);

CREATE TABLE external_ref (
    campaign_id TEXT NOT NULL,
    ref TEXT NOT NULL,
    encounter_id TEXT NOT NULL,
    combatant_id TEXT NOT NULL,
    CONSTRAINT pk_external_ref PRIMARY KEY (campaign_id, ref),
    CONSTRAINT fk_external_ref_encounter FOREIGN KEY(campaign_id, encounter_id)
        REFERENCES encounter (campaign_id, id) ON DELETE CASCADE
);

CREATE INDEX ix_external_ref_campaign_id_encounter_id ON external_ref (campaign_id, encounter_id);

CREATE TABLE fumble_entry (
    pack_id TEXT NOT NULL,
    pack_version TEXT NOT NULL,
    column_id TEXT NOT NULL,
    row_from INTEGER NOT NULL,
    row_to INTEGER NOT NULL,
    effects JSON NOT NULL,
    CONSTRAINT pk_fumble_entry PRIMARY KEY (pack_id, pack_version, column_id, row_from),
    CONSTRAINT fk_fumble_entry_fumble_column FOREIGN KEY(pack_id, pack_version, column_id)
        REFERENCES fumble_column (pack_id, pack_version, id) ON DELETE CASCADE,
    CONSTRAINT ck_fumble_entry_row_in_order CHECK (row_from <= row_to)
);

CREATE TABLE fumble_use (
    pack_id TEXT NOT NULL,
    pack_version TEXT NOT NULL,
    member TEXT NOT NULL,
    key TEXT NOT NULL,
    column_id TEXT NOT NULL,
    CONSTRAINT pk_fumble_use PRIMARY KEY (pack_id, pack_version, member, key),
    CONSTRAINT fk_fumble_use_fumble_column FOREIGN KEY(pack_id, pack_version, column_id)
        REFERENCES fumble_column (pack_id, pack_version, id) ON DELETE CASCADE
);

CREATE TABLE pack_text (
    pack_id TEXT NOT NULL,
    pack_version TEXT NOT NULL,
    table_id TEXT NOT NULL,
    gravity INTEGER NOT NULL,
    text JSON NOT NULL,
    status TEXT NOT NULL,
    CONSTRAINT pk_pack_text PRIMARY KEY (pack_id, pack_version, table_id, gravity),
    CONSTRAINT fk_pack_text_critical_table FOREIGN KEY(pack_id, pack_version, table_id)
        REFERENCES critical_table (pack_id, pack_version, id) ON DELETE CASCADE
);

CREATE TABLE stream_ticket (
    campaign_id TEXT NOT NULL,
    digest BYTEA NOT NULL,
    token_id TEXT NOT NULL,
    encounter_id TEXT NOT NULL,
    expires_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_stream_ticket PRIMARY KEY (campaign_id, digest),
    CONSTRAINT fk_stream_ticket_token FOREIGN KEY(campaign_id, token_id)
        REFERENCES token (campaign_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_stream_ticket_encounter FOREIGN KEY(campaign_id, encounter_id)
        REFERENCES encounter (campaign_id, id) ON DELETE CASCADE
);

CREATE INDEX ix_stream_ticket_expires_at ON stream_ticket (expires_at);

CREATE TABLE weapon (
    pack_id TEXT NOT NULL,
    pack_version TEXT NOT NULL,
    id TEXT NOT NULL,
    position INTEGER NOT NULL,
    names JSON NOT NULL,
    "group" TEXT NOT NULL,
    attack_table TEXT NOT NULL,
    size TEXT NOT NULL,
    hands INTEGER NOT NULL,
    reach_class TEXT NOT NULL,
    ob_modifier INTEGER NOT NULL,
    fumble_range INTEGER NOT NULL,
    weight_grams_from INTEGER,
    weight_grams_to INTEGER,
    price_gold_from INTEGER,
    price_gold_to INTEGER,
    rare BOOLEAN NOT NULL,
    range JSON,
    status TEXT NOT NULL,
    source TEXT,
    CONSTRAINT pk_weapon PRIMARY KEY (pack_id, pack_version, id),
    CONSTRAINT fk_weapon_attack_table FOREIGN KEY(pack_id, pack_version, attack_table)
        REFERENCES attack_table (pack_id, pack_version, id) ON DELETE CASCADE,
    CONSTRAINT fk_weapon_weapon_group FOREIGN KEY(pack_id, pack_version, "group")
        REFERENCES weapon_group (pack_id, pack_version, id) ON DELETE CASCADE,
    CONSTRAINT fk_weapon_pack FOREIGN KEY(pack_id, pack_version)
        REFERENCES pack (id, version) ON DELETE CASCADE
);

CREATE TABLE webhook_position (
    campaign_id TEXT NOT NULL,
    webhook_id TEXT NOT NULL,
    encounter_id TEXT NOT NULL,
    last_event BIGINT NOT NULL,
    CONSTRAINT pk_webhook_position PRIMARY KEY (campaign_id, webhook_id, encounter_id),
    CONSTRAINT fk_webhook_position_webhook FOREIGN KEY(campaign_id, webhook_id)
        REFERENCES webhook (campaign_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_webhook_position_encounter FOREIGN KEY(campaign_id, encounter_id)
        REFERENCES encounter (campaign_id, id) ON DELETE CASCADE
);
