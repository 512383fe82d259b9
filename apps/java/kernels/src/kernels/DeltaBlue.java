package kernels;

import java.util.ArrayList;
import java.util.List;

/**
 * Kernel: keep variables equal through chains of constraints of seven strengths, incrementally: a
 * chain of 1,000 equalities, and 500 linear projections. Virtual calls and small lists.
 *
 * <p>Algorithm: Freeman-Benson, Maloney and Borning, "An incremental constraint solver", CACM 33(1),
 * 1990. Invariants: D1: a variable's strength is that of the weakest constraint that could be
 * given up to change it. D2: at most one satisfied constraint determines a variable.
 */
final class DeltaBlue implements Kernel {
    private static final int CHAIN = 1_000;
    private static final int PROJECTIONS = 500;

    /** Smaller is stronger. */
    private static final int REQUIRED = 0;
    private static final int PREFERRED = 2;
    private static final int NORMAL = 4;
    private static final int WEAK_DEFAULT = 5;
    private static final int WEAKEST = 6;

    @Override
    public long work(int round) {
        return Sum.mix(chain(round), projection(round));
    }

    /** A value set at one end of a chain comes out at the other. */
    private static long chain(int round) {
        Planner planner = new Planner();
        Variable first = new Variable(0);
        Variable last = first;
        for (int i = 0; i < CHAIN; i++) {
            Variable next = new Variable(0);
            planner.add(new Equal(last, next, REQUIRED));
            last = next;
        }
        planner.add(new Stay(last, WEAK_DEFAULT));
        Edit edit = new Edit(first, PREFERRED);
        planner.add(edit);
        List<Constraint> plan = planner.plan(edit);
        long sum = 0;
        for (int value = round; value < round + 50; value++) {
            first.value = value;
            plan.forEach(Constraint::execute);
            check(last.value == value, last.value);
            sum = Sum.mix(sum, last.value);
        }
        planner.remove(edit);
        return sum;
    }

    /** Projections of points: either side set, then the scale and the offset. */
    private static long projection(int round) {
        Planner planner = new Planner();
        Variable scale = new Variable(10);
        Variable offset = new Variable(1_000);
        List<Variable> targets = new ArrayList<>();
        Variable source = null;
        Variable target = null;
        for (int i = 0; i < PROJECTIONS; i++) {
            source = new Variable(i + round);
            target = new Variable(i);
            targets.add(target);
            planner.add(new Stay(source, NORMAL));
            planner.add(new Scaled(source, scale, offset, target, REQUIRED));
        }
        set(planner, source, 17);
        check(target.value == 1_170, target.value);
        set(planner, target, 1_050);
        check(source.value == 5, source.value);
        set(planner, scale, 5);
        long sum = total(targets);
        set(planner, offset, 2_000);
        return Sum.mix(sum, total(targets));
    }

    private static void set(Planner planner, Variable variable, int value) {
        Edit edit = new Edit(variable, PREFERRED);
        planner.add(edit);
        List<Constraint> plan = planner.plan(edit);
        for (int i = 0; i < 10; i++) {
            variable.value = value;
            plan.forEach(Constraint::execute);
        }
        planner.remove(edit);
    }

    private static long total(List<Variable> variables) {
        long sum = 0;
        for (Variable variable : variables) {
            sum = Sum.mix(sum, variable.value);
        }
        return sum;
    }

    private static void check(boolean right, int value) {
        if (!right) {
            throw new IllegalStateException("the constraints gave " + value);
        }
    }

    /** Something with a value, and the constraints on it. */
    static final class Variable {
        int value;
        final List<Constraint> constraints = new ArrayList<>(2);
        Constraint determinedBy;
        int mark;
        int strength = WEAKEST;
        boolean stays = true;

        Variable(int value) {
            this.value = value;
        }
    }

    /** A relation between variables; when satisfied, it computes one of them from the others. */
    abstract static class Constraint {
        final int strength;

        Constraint(int strength) {
            this.strength = strength;
        }

        abstract Variable[] variables();

        /** The variable it computes; null while it is not satisfied. */
        abstract Variable output();

        /** Choose what to compute among what is not marked yet. */
        abstract void choose(int mark);

        abstract void giveUp();

        abstract void execute();

        /** Is it set from outside? */
        boolean isInput() {
            return false;
        }

        boolean satisfied() {
            return output() != null;
        }

        boolean inputsKnown(int mark) {
            Variable output = output();
            for (Variable v : variables()) {
                if (v != output && v.mark != mark && !v.stays && v.determinedBy != null) {
                    return false;
                }
            }
            return true;
        }

        void markInputs(int mark) {
            Variable output = output();
            for (Variable v : variables()) {
                if (v != output) {
                    v.mark = mark;
                }
            }
        }

        /** Pass strength and constancy from the inputs on to the output (D1). */
        void recalculate() {
            Variable output = output();
            int weakest = strength;
            boolean stays = true;
            for (Variable v : variables()) {
                if (v != output) {
                    weakest = passes(v) ? Math.max(weakest, v.strength) : weakest;
                    stays &= v.stays;
                }
            }
            output.strength = weakest;
            output.stays = stays;
            if (stays) {
                execute();
            }
        }

        /** May the constraint be turned round to compute this variable? */
        boolean passes(Variable variable) {
            return true;
        }
    }

    /** On one variable. */
    abstract static class Unary extends Constraint {
        final Variable variable;
        private final Variable[] all;
        private boolean satisfied;

        Unary(Variable variable, int strength) {
            super(strength);
            this.variable = variable;
            all = new Variable[] {variable};
        }

        @Override
        Variable[] variables() {
            return all;
        }

        @Override
        Variable output() {
            return satisfied ? variable : null;
        }

        @Override
        void choose(int mark) {
            satisfied = variable.mark != mark && strength < variable.strength;
        }

        @Override
        void giveUp() {
            satisfied = false;
        }

        @Override
        void execute() {}

        @Override
        void recalculate() {
            variable.strength = strength;
            variable.stays = !isInput();
        }
    }

    /** Keep the value. */
    static final class Stay extends Unary {
        Stay(Variable variable, int strength) {
            super(variable, strength);
        }
    }

    /** The value comes from outside. */
    static final class Edit extends Unary {
        Edit(Variable variable, int strength) {
            super(variable, strength);
        }

        @Override
        boolean isInput() {
            return true;
        }
    }

    /** Between two variables, computed either way. */
    abstract static class Binary extends Constraint {
        final Variable a;
        final Variable b;
        private Variable output;

        Binary(Variable a, Variable b, int strength) {
            super(strength);
            this.a = a;
            this.b = b;
        }

        @Override
        Variable output() {
            return output;
        }

        @Override
        void giveUp() {
            output = null;
        }

        @Override
        void choose(int mark) {
            if (a.mark == mark) {
                output = b.mark != mark && strength < b.strength ? b : null;
            } else if (b.mark == mark) {
                output = strength < a.strength ? a : null;
            } else {
                Variable weaker = a.strength > b.strength ? a : b;
                output = strength < weaker.strength ? weaker : null;
            }
        }
    }

    /** Two variables are equal. */
    static final class Equal extends Binary {
        private final Variable[] all;

        Equal(Variable a, Variable b, int strength) {
            super(a, b, strength);
            all = new Variable[] {a, b};
        }

        @Override
        Variable[] variables() {
            return all;
        }

        @Override
        void execute() {
            if (output() == b) {
                b.value = a.value;
            } else {
                a.value = b.value;
            }
        }
    }

    /** b = a * scale + offset. */
    static final class Scaled extends Binary {
        private final Variable scale;
        private final Variable offset;
        private final Variable[] all;

        Scaled(Variable a, Variable scale, Variable offset, Variable b, int strength) {
            super(a, b, strength);
            this.scale = scale;
            this.offset = offset;
            all = new Variable[] {a, scale, offset, b};
        }

        @Override
        Variable[] variables() {
            return all;
        }

        @Override
        boolean passes(Variable variable) {
            return variable == a || variable == b;
        }

        @Override
        void execute() {
            if (output() == b) {
                b.value = a.value * scale.value + offset.value;
            } else {
                a.value = (b.value - offset.value) / scale.value;
            }
        }
    }

    /** Decides which constraints hold, and in which order to compute. */
    static final class Planner {
        private int mark;

        void add(Constraint constraint) {
            for (Variable v : constraint.variables()) {
                v.constraints.add(constraint);
            }
            mark++;
            Constraint overridden = satisfy(constraint);
            while (overridden != null) {
                overridden = satisfy(overridden);
            }
        }

        void remove(Constraint constraint) {
            Variable output = constraint.output();
            constraint.giveUp();
            for (Variable v : constraint.variables()) {
                v.constraints.remove(constraint);
            }
            if (output != null) {
                retry(unsatisfiedAfter(output));
            }
        }

        /** What to execute, in order, whenever the edited variable has changed. */
        List<Constraint> plan(Constraint edit) {
            mark++;
            List<Constraint> plan = new ArrayList<>();
            List<Constraint> todo = new ArrayList<>();
            todo.add(edit);
            while (!todo.isEmpty()) {
                Constraint next = todo.remove(todo.size() - 1);
                Variable output = next.output();
                if (output.mark != mark && next.inputsKnown(mark)) {
                    plan.add(next);
                    output.mark = mark;
                    consumers(output, todo);
                }
            }
            return plan;
        }

        /** Satisfy it if it can be; the constraint that has to give way. */
        private Constraint satisfy(Constraint constraint) {
            constraint.choose(mark);
            Variable output = constraint.output();
            if (output == null) {
                check(constraint.strength != REQUIRED, mark);
                return null;
            }
            constraint.markInputs(mark);
            Constraint overridden = output.determinedBy;
            if (overridden != null) {
                overridden.giveUp();
            }
            output.determinedBy = constraint;
            propagate(constraint);
            output.mark = mark;
            return overridden;
        }

        private void propagate(Constraint constraint) {
            List<Constraint> todo = new ArrayList<>();
            todo.add(constraint);
            while (!todo.isEmpty()) {
                Constraint next = todo.remove(todo.size() - 1);
                check(next.output().mark != mark, mark);
                next.recalculate();
                consumers(next.output(), todo);
            }
        }

        private List<Constraint> unsatisfiedAfter(Variable freed) {
            freed.determinedBy = null;
            freed.strength = WEAKEST;
            freed.stays = true;
            List<Constraint> unsatisfied = new ArrayList<>();
            List<Variable> todo = new ArrayList<>();
            todo.add(freed);
            while (!todo.isEmpty()) {
                Variable variable = todo.remove(todo.size() - 1);
                for (Constraint c : variable.constraints) {
                    if (!c.satisfied()) {
                        unsatisfied.add(c);
                    } else if (c != variable.determinedBy) {
                        c.recalculate();
                        todo.add(c.output());
                    }
                }
            }
            return unsatisfied;
        }

        /** The strongest first. */
        private void retry(List<Constraint> unsatisfied) {
            for (int strength = REQUIRED; strength < WEAKEST; strength++) {
                for (Constraint c : unsatisfied) {
                    if (c.strength == strength && !c.satisfied()) {
                        retry(c);
                    }
                }
            }
        }

        private void retry(Constraint constraint) {
            mark++;
            Constraint overridden = satisfy(constraint);
            while (overridden != null) {
                overridden = satisfy(overridden);
            }
        }

        private static void consumers(Variable variable, List<Constraint> into) {
            for (Constraint c : variable.constraints) {
                if (c != variable.determinedBy && c.satisfied()) {
                    into.add(c);
                }
            }
        }
    }
}
