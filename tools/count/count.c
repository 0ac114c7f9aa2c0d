// A plugin of QEMU that counts the instructions that a program executes, those of ARM64 by kind. count.sh uses it.
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

// The part of QEMU's plugin interface, version 1, that the plugin needs (docs/devel/tcg-plugins in QEMU).
typedef uint64_t plugin_id;
struct tb;
struct insn;
struct info {
	const char *target; // such as aarch64; more fields follow
};
int qemu_plugin_version = 1;
void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id id, void (*cb)(plugin_id, struct tb *));
void qemu_plugin_register_atexit_cb(plugin_id id, void (*cb)(plugin_id, void *), void *data);
size_t qemu_plugin_tb_n_insns(const struct tb *tb);
struct insn *qemu_plugin_tb_get_insn(const struct tb *tb, size_t i);
const void *qemu_plugin_insn_data(const struct insn *insn);
void qemu_plugin_register_vcpu_insn_exec_inline(struct insn *insn, int op, void *to, uint64_t by);
void qemu_plugin_outs(const char *text);

enum kind { TOTAL, FMLA, BFMMLA, VECTOR, LOAD, STORE, KINDS };
static const char *const names[KINDS] = {"all", "fmla", "bfmmla", "vector", "load", "store"};
static uint64_t counts[KINDS];
static int kinds = 1; // only all, unless the instructions are of ARM64

// is_fmla matches FMLA and FMLS of vectors, by element too (Arm Architecture Reference Manual, C7.2).
static int is_fmla(uint32_t w) {
	uint32_t three = w & 0xFFA0FC00, element = w & 0xFF80B400;
	return three == 0x4E20CC00 || element == 0x4F801000;
}

static int is_bfmmla(uint32_t w) { return (w & 0xFFE0FC00) == 0x6E40EC00; }

// is_memory matches loads and stores of vector registers, is_vector the other instructions on them.
static int is_memory(uint32_t w) { return (w >> 25 & 7) == 6; }
static int is_vector(uint32_t w) { return (w >> 25 & 7) == 7; }

static void count(struct insn *insn, enum kind k) {
	qemu_plugin_register_vcpu_insn_exec_inline(insn, 0, &counts[k], 1);
}

static void translated(plugin_id id, struct tb *tb) {
	for (size_t i = 0; i < qemu_plugin_tb_n_insns(tb); i++) {
		struct insn *insn = qemu_plugin_tb_get_insn(tb, i);
		count(insn, TOTAL);
		if (kinds == 1)
			continue;
		uint32_t w;
		memcpy(&w, qemu_plugin_insn_data(insn), sizeof w);
		if (is_fmla(w))
			count(insn, FMLA);
		if (is_bfmmla(w))
			count(insn, BFMMLA);
		if (is_vector(w))
			count(insn, VECTOR);
		if (is_memory(w))
			count(insn, w >> 22 & 1 ? LOAD : STORE);
	}
}

static void finished(plugin_id id, void *data) {
	for (int k = 0; k < kinds; k++) {
		char line[64];
		snprintf(line, sizeof line, "%s %" PRIu64 "\n", names[k], counts[k]);
		qemu_plugin_outs(line);
	}
}

int qemu_plugin_install(plugin_id id, const struct info *info, int argc, char **argv) {
	if (strcmp(info->target, "aarch64") == 0)
		kinds = KINDS;
	qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
	qemu_plugin_register_atexit_cb(id, finished, NULL);
	return 0;
}
