package dev.terrace.driver;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import org.teavm.cache.AlwaysStaleCacheStatus;
import org.teavm.cache.EmptyProgramCache;
import org.teavm.dependency.PreciseDependencyAnalyzer;
import org.teavm.model.PreOptimizingClassHolderSource;
import org.teavm.model.ReferenceCache;
import org.teavm.model.transformation.AssertionRemoval;
import org.teavm.parsing.ClasspathClassHolderSource;
import org.teavm.parsing.resource.ResourceProvider;
import org.teavm.vm.DirectoryBuildTarget;
import org.teavm.vm.TeaVM;
import org.teavm.vm.TeaVMBuilder;
import org.teavm.vm.TeaVMOptimizationLevel;
import org.teavm.vm.TeaVMPhase;
import org.teavm.vm.TeaVMProgressFeedback;
import org.teavm.vm.TeaVMProgressListener;

/** Class files to a module, by TeaVM, for WASI. */
final class ModuleCompiler {
    private final Options options;
    private final Progress progress;

    ModuleCompiler(Options options, Progress progress) {
        this.options = options;
        this.progress = progress;
    }

    /** Compiles the classes of a folder into the module that the options name. */
    void run(Path classes, String main) throws BuildError {
        List<String> problems;
        try (ResourceProvider resources = ResourceProvider.ofClassPath(classPath(classes))) {
            TeaVM compiler = compiler(resources, main);
            compiler.build(new DirectoryBuildTarget(options.out.getParent().toFile()),
                    options.out.getFileName().toString());
            problems = new ProblemText(compiler, options.sources).lines();
        }
        if (!problems.isEmpty()) {
            throw new BuildError(String.join("\n", problems));
        }
    }

    private TeaVM compiler(ResourceProvider resources, String main) {
        ReferenceCache references = new ReferenceCache();
        TeaVM compiler = new TeaVMBuilder(new TerraceTarget(options))
                .setReferenceCache(references)
                .setClassLoader(ModuleCompiler.class.getClassLoader())
                .setClassSource(new PreOptimizingClassHolderSource(
                        new ClasspathClassHolderSource(resources, references)))
                .setResourceProvider(resources)
                .setDependencyAnalyzerFactory(PreciseDependencyAnalyzer::new)
                .setObfuscated(false)
                .setStrict(true)
                .build();
        compiler.setProgressListener(new Phases());
        if (!options.assertions) {
            compiler.add(new AssertionRemoval());
        }
        compiler.setProperties(new Properties());
        compiler.setProgramCache(EmptyProgramCache.INSTANCE);
        compiler.setCacheStatus(AlwaysStaleCacheStatus.INSTANCE);
        compiler.setOptimizationLevel(TeaVMOptimizationLevel.valueOf(options.level.name()));
        compiler.installPlugins();
        compiler.setEntryPoint(main);
        compiler.setEntryPointName("main");
        options.reflect.forEach(compiler::preserveType);
        return compiler;
    }

    /** What is changed of TeaVM's library and of ours is first; then ours, TeaVM, what its java.util.zip needs, and the app. */
    private static List<File> classPath(Path classes) {
        List<File> jars = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            String name = new File(entry).getName();
            if (name.startsWith("terrace-classlib") || name.startsWith("terrace-abi")) {
                jars.add(Math.min(1, jars.size()), new File(entry));
            } else if (name.equals("compiler.jar")) {
                jars.add(0, new File(new File(entry).getParentFile(), "guest.jar"));
            } else if (name.startsWith("jzlib-") || name.startsWith("teavm-") && !name.startsWith("teavm-relocated")) {
                jars.add(new File(entry));
            }
        }
        jars.add(classes.toFile());
        return jars.stream().distinct().collect(Collectors.toList());
    }

    private final class Phases implements TeaVMProgressListener {
        @Override
        public TeaVMProgressFeedback phaseStarted(TeaVMPhase phase, int count) {
            progress.say(switch (phase) {
                case DEPENDENCY_ANALYSIS -> "finding what the app reaches";
                case COMPILING -> "compiling to WebAssembly";
            });
            return TeaVMProgressFeedback.CONTINUE;
        }

        @Override
        public TeaVMProgressFeedback progressReached(int reached) {
            return TeaVMProgressFeedback.CONTINUE;
        }
    }
}
