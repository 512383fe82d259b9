/* Kernel: src/kernels/NBody.java in C: the same steps in the same order. */
#include "../../../kernels/kernel.h"
#include <math.h>

enum { BODIES = 5, STEPS = 20000 };

#define STEP 0.01
#define YEAR 365.24
#define PI 3.141592653589793
#define SUN (4 * PI * PI)

/* Position in astronomical units, speed in units per year, mass in suns times SUN. */
struct body {
    double x, y, z, vx, vy, vz, mass;
};

static const struct body start[BODIES] = {
    {0, 0, 0, 0, 0, 0, 1},
    {4.84143144246472090e+00, -1.16032004402742839e+00, -1.03622044471123109e-01, 1.66007664274403694e-03,
     7.69901118419740425e-03, -6.90460016972063023e-05, 9.54791938424326609e-04},
    {8.34336671824457987e+00, 4.12479856412430479e+00, -4.03523417114321381e-01, -2.76742510726411920e-03,
     4.99852801234917238e-03, 2.30417297573763929e-05, 2.85885980666130812e-04},
    {1.28943695621391310e+01, -1.51111514016986312e+01, -2.23307578892655734e-01, 2.96460137564761618e-03,
     2.37847173959480950e-03, -2.96589568540237556e-05, 4.36624404335156298e-05},
    {1.53796971148509165e+01, -2.59193146099879641e+01, 1.79258772950371181e-01, 2.68067772490389322e-03,
     1.62824170038242295e-03, -9.51592254519715870e-05, 5.15138902046611451e-05},
};

/* Let the sun move so that the whole does not. */
static void rest(struct body *bodies) {
    double px = 0, py = 0, pz = 0;
    for (int i = 0; i < BODIES; i++) {
        px += bodies[i].vx * bodies[i].mass;
        py += bodies[i].vy * bodies[i].mass;
        pz += bodies[i].vz * bodies[i].mass;
    }
    bodies[0].vx = -px / SUN;
    bodies[0].vy = -py / SUN;
    bodies[0].vz = -pz / SUN;
}

static void advance(struct body *bodies) {
    for (int i = 0; i < BODIES; i++) {
        struct body *a = &bodies[i];
        for (int j = i + 1; j < BODIES; j++) {
            struct body *b = &bodies[j];
            double dx = a->x - b->x, dy = a->y - b->y, dz = a->z - b->z;
            double square = dx * dx + dy * dy + dz * dz;
            double pull = STEP / (square * sqrt(square));
            a->vx -= dx * b->mass * pull;
            a->vy -= dy * b->mass * pull;
            a->vz -= dz * b->mass * pull;
            b->vx += dx * a->mass * pull;
            b->vy += dy * a->mass * pull;
            b->vz += dz * a->mass * pull;
        }
    }
    for (int i = 0; i < BODIES; i++) {
        bodies[i].x += STEP * bodies[i].vx;
        bodies[i].y += STEP * bodies[i].vy;
        bodies[i].z += STEP * bodies[i].vz;
    }
}

static double energy(const struct body *bodies) {
    double sum = 0;
    for (int i = 0; i < BODIES; i++) {
        const struct body *a = &bodies[i];
        sum += 0.5 * a->mass * (a->vx * a->vx + a->vy * a->vy + a->vz * a->vz);
        for (int j = i + 1; j < BODIES; j++) {
            const struct body *b = &bodies[j];
            double dx = a->x - b->x, dy = a->y - b->y, dz = a->z - b->z;
            sum -= a->mass * b->mass / sqrt(dx * dx + dy * dy + dz * dz);
        }
    }
    return sum;
}

static uint64_t work(uint32_t round) {
    struct body bodies[BODIES];
    memcpy(bodies, start, sizeof bodies);
    for (int i = 0; i < BODIES; i++) {
        bodies[i].vx *= YEAR, bodies[i].vy *= YEAR, bodies[i].vz *= YEAR;
        bodies[i].mass *= SUN;
    }
    bodies[1].x += round * 1e-9;
    rest(bodies);
    for (int i = 0; i < STEPS; i++)
        advance(bodies);
    double sum = energy(bodies);
    uint64_t bits;
    memcpy(&bits, &sum, sizeof bits);
    return kernel_mix(0, bits);
}

int main(int argc, char **argv) { return kernel_main(argc, argv, work); }
