// What a bet costs C's SQLite with Settable's own schema: one commit for each,
// and one for 64 of them, beside a raw overwrite and sync.
//
// docs/lab/peers/commits builds it and runs it beside Settable.
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { tables = 64, singles = 6000, groups = 600 };

static sqlite3 *db;
static sqlite3_stmt *begin, *commit, *save, *release, *line, *transfer;
static int said[tables + 1]; // lines of each table
static int heard;            // messages

static void must(int code, const char *what) {
	if (code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW) return;
	fprintf(stderr, "%s: %s\n", what, sqlite3_errmsg(db));
	exit(1);
}

static void run(const char *text) { must(sqlite3_exec(db, text, 0, 0, 0), text); }

static sqlite3_stmt *prepared(const char *text) {
	sqlite3_stmt *s;
	must(sqlite3_prepare_v2(db, text, -1, &s, 0), text);
	return s;
}

static void step(sqlite3_stmt *s) {
	must(sqlite3_step(s), sqlite3_sql(s));
	sqlite3_reset(s);
}

static double now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static int by_value(const void *a, const void *b) {
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static double median(double *all, int n) {
	qsort(all, n, sizeof *all, by_value);
	return all[n / 2];
}

// bet is one entry: a line, and a transfer from a seat to the pot or back.
static void bet(int table) {
	char source[24];
	int n = ++said[table], seat = 1 + 2 * table, pot = seat + 1; // accounts: house and player are 1 and 2
	snprintf(source, sizeof source, "m%d", ++heard);
	step(save);
	sqlite3_bind_int(line, 1, table);
	sqlite3_bind_int(line, 2, n);
	sqlite3_bind_text(line, 3, source, -1, SQLITE_TRANSIENT);
	step(line);
	sqlite3_bind_int(transfer, 1, n % 2 ? pot : seat);
	sqlite3_bind_int(transfer, 2, n % 2 ? seat : pot);
	sqlite3_bind_int(transfer, 3, table);
	sqlite3_bind_int(transfer, 4, n);
	step(transfer);
	step(release);
}

// furnish opens the tables, with chips on each.
static void furnish(void) {
	run("BEGIN; INSERT INTO accounts (guild, kind) VALUES (1, 'house');"
	    "INSERT INTO accounts (guild, kind, player) VALUES (1, 'player', 7);"
	    "INSERT INTO grants (guild, player, kind, amount, at) VALUES (1, 7, 'start', 100000, 1);");
	for (int t = 1; t <= tables; t++) {
		char text[1200];
		snprintf(text, sizeof text,
		         "INSERT INTO tables (guild, channel, game, options, opener, opened)"
		         " VALUES (1, %d, 'poker', '{}', 7, 1);"
		         "INSERT INTO seats VALUES (%d, 1, 7);"
		         "INSERT INTO accounts (guild, kind, player, table_id, seat) VALUES (1, 'seat', 7, %d, 1);"
		         "INSERT INTO accounts (guild, kind, table_id) VALUES (1, 'pot', %d);"
		         "INSERT INTO lines (table_id, n, at, seat, words, transfers) VALUES (%d, 1, 1, 1, 'join', 1);"
		         "INSERT INTO transfers (payer, payee, amount, table_id, line, ordinal, at)"
		         " VALUES (2, %d, 20, %d, 1, 1, 1);",
		         t, t, t, t, t, 1 + 2 * t, t);
		run(text);
		said[t] = 1;
	}
	run("COMMIT");
}

int main(int argc, char **argv) {
	char path[4096], *page = calloc(1, 5 << 20);
	snprintf(path, sizeof path, "%s/commit.db", argv[1]);
	must(sqlite3_open(path, &db), path);
	run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = 1;"
	    "PRAGMA recursive_triggers = 1; PRAGMA temp_store = MEMORY");
	for (int i = 2; i < argc; i++) {
		FILE *f = fopen(argv[i], "r");
		char *text = calloc(1, 1 << 20);
		if (!f || !fread(text, 1, (1 << 20) - 1, f)) return perror(argv[i]), 1;
		run(text);
		fclose(f);
		free(text);
	}
	furnish();
	strcat(path, "-wal");
	int wal = open(path, O_WRONLY), end = lseek(wal, 0, SEEK_END);
	if (pwrite(wal, page, (5 << 20) - end, end) < 0 || fsync(wal)) return perror(path), 1;
	close(wal);
	begin = prepared("BEGIN IMMEDIATE");
	commit = prepared("COMMIT");
	save = prepared("SAVEPOINT entry");
	release = prepared("RELEASE entry");
	line = prepared("INSERT INTO lines (table_id, n, at, seat, words, source, transfers)"
		" VALUES (?, ?, 1, 1, 'bet 1', ?, 1)");
	transfer = prepared("INSERT INTO transfers (payer, payee, amount, table_id, line, ordinal, at)"
		" VALUES (?, ?, 1, ?, ?, 1, 1)");

	snprintf(path, sizeof path, "%s/raw", argv[1]);
	int raw = open(path, O_RDWR | O_CREAT, 0600);
	static double took[singles], synced[singles], group[groups];
	double all = 0, together = 0;
	for (int i = 0; i < singles; i++) {
		double start = now();
		step(begin);
		bet(1);
		step(commit);
		all += took[i] = now() - start;
		start = now();
		if (pwrite(raw, page, 12 << 10, 0) < 0 || fsync(raw)) return perror("raw"), 1;
		synced[i] = now() - start;
	}
	for (int i = 0; i < groups; i++) {
		double start = now();
		step(begin);
		for (int t = 1; t <= tables; t++) bet(t);
		step(commit);
		together += group[i] = now() - start;
	}
	double p50 = median(took, singles), sync = median(synced, singles);
	double one = singles / all * 1e6, many = groups * tables / together * 1e6;
	printf("SQLite %s in C: raw %.0f µs, one bet %.0f µs, %.2f × raw, %.0f lines/s; "
		"groups of 64 %.0f lines/s, %.1f × one at a time\n",
	       sqlite3_libversion(), sync, p50, p50 / sync, one, many, many / one);
}
